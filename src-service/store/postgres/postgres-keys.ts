import { randomUUID } from 'node:crypto';
import { type ApiKeyStore, keyMade, readScopes, scopesText, type StoredApiKey } from '../credential-store.ts';
import type { Database, Row, Session } from './database.ts';
import { appendAudit } from './postgres-audit.ts';
import { endLoginsOfKey } from './postgres-tokens.ts';

const isoOrNull = (value: unknown): string | null => (value === null ? null : new Date(Number(value)).toISOString());

const toStoredKey = (row: Row = {}): StoredApiKey => ({
  id: String(row['id']),
  organizationId: String(row['organization_id']),
  organization: String(row['organization_name']),
  description: String(row['description']),
  production: row['production'] === true,
  scopes: readScopes(row['scopes']),
  lastFour: String(row['last_four']),
  created: new Date(Number(row['created'])).toISOString(),
  revoked: isoOrNull(row['revoked']),
  madeBy: row['made_by'] === null ? null : String(row['made_by']),
  lastUsed: isoOrNull(row['last_used']),
});

const select = `
  SELECT api_keys.*, organizations.id AS organization_id, organizations.name AS organization_name, made_by, last_used
  FROM api_keys JOIN organizations ON organizations.number = api_keys.organization
  LEFT JOIN api_key_uses ON key_id = api_keys.id`;

const owner = {
  name: 'owner of key',
  text: 'SELECT id, organization, scopes FROM api_keys WHERE hash = $1 AND revoked IS NULL',
};

const organizationNumber = async (session: Session, wanted: string | number | undefined): Promise<number> => {
  if (typeof wanted === 'number') return wanted;
  if (wanted !== undefined) {
    await session.run('INSERT INTO organizations (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
      randomUUID(),
      wanted,
    ]);
  }
  const [row] =
    wanted === undefined
      ? await session.run('SELECT number FROM organizations ORDER BY number LIMIT 1')
      : await session.run('SELECT number FROM organizations WHERE name = $1', [wanted]);
  return Number(row?.['number']);
};

export const createPostgresKeys = (database: Database): ApiKeyStore => ({
  owner: async (hash) => {
    const [row] = await database.run(owner, [hash]);
    return (
      row && { keyId: String(row['id']), organization: Number(row['organization']), scopes: readScopes(row['scopes']) }
    );
  },
  create: (key, now) =>
    database.inTransaction(async (session) => {
      const organization = await organizationNumber(session, key.organization);
      await session.run(
        `INSERT INTO api_keys (organization, id, hash, description, production, scopes, last_four, created)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [organization, key.id, key.hash, key.description, key.production, scopesText(key.scopes), key.lastFour, now],
      );
      await session.run('INSERT INTO api_key_uses (key_id, made_by) VALUES ($1, $2)', [key.id, key.by]);
      const [row] = await session.run(`${select} WHERE organization = $1 AND api_keys.id = $2`, [organization, key.id]);
      const storedKey = toStoredKey(row);
      await appendAudit(session, keyMade(storedKey, key), now);
      return storedKey;
    }),
  list: async (organization) =>
    (
      await database.run(
        `${select} WHERE $1::integer IS NULL OR api_keys.organization = $1 ORDER BY api_keys.created, api_keys.id`,
        [organization ?? null],
      )
    ).map(toStoredKey),
  revoke: (id, now, { by, from, organization }) =>
    database.inTransaction(async (session) => {
      const [key] = await session.run(
        `SELECT revoked FROM api_keys WHERE id = $1 AND ($2::integer IS NULL OR organization = $2) FOR UPDATE`,
        [id, organization ?? null],
      );
      if (key === undefined) return false;
      if (key['revoked'] !== null) return true;
      await session.run('UPDATE api_keys SET revoked = $2 WHERE id = $1', [id, now]);
      await endLoginsOfKey(session, id, now);
      const [row] = await session.run(`${select} WHERE api_keys.id = $1`, [id]);
      const { organizationId } = toStoredKey(row);
      await appendAudit(session, { action: 'key.revoke', by, from, organization: organizationId, subject: id }, now);
      return true;
    }),
  markUsed: async (ids, now) => {
    await database.run(
      `INSERT INTO api_key_uses (key_id, last_used) SELECT unnest($1::text[]), $2::bigint
       ON CONFLICT (key_id) DO UPDATE SET last_used = greatest(api_key_uses.last_used, excluded.last_used)`,
      [[...ids], now],
    );
  },
});
