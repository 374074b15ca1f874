import { randomUUID } from 'node:crypto';
import type { ApiKeyStore, StoredApiKey } from '../credential-store.ts';
import type { Database, Row, Session } from './database.ts';
import { endLoginsOfKey } from './postgres-tokens.ts';

const isoOrNull = (value: unknown): string | null => (value === null ? null : new Date(Number(value)).toISOString());

const toStoredKey = (row: Row = {}): StoredApiKey => ({
  id: String(row['id']),
  organizationId: String(row['organization_id']),
  organization: String(row['organization_name']),
  description: String(row['description']),
  production: row['production'] === true,
  lastFour: String(row['last_four']),
  created: new Date(Number(row['created'])).toISOString(),
  revoked: isoOrNull(row['revoked']),
});

const select = `
  SELECT api_keys.*, organizations.id AS organization_id, organizations.name AS organization_name
  FROM api_keys JOIN organizations ON organizations.number = api_keys.organization`;

const owner = {
  name: 'owner of key',
  text: 'SELECT id, organization FROM api_keys WHERE hash = $1 AND revoked IS NULL',
};

/** The number of an organization; one of a new name is made. */
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

/** API keys in PostgreSQL. */
export const createPostgresKeys = (database: Database): ApiKeyStore => ({
  owner: async (hash) => {
    const [row] = await database.run(owner, [hash]);
    return row && { keyId: String(row['id']), organization: Number(row['organization']) };
  },
  create: (key, now) =>
    database.inTransaction(async (session) => {
      const organization = await organizationNumber(session, key.organization);
      await session.run(
        `INSERT INTO api_keys (organization, id, hash, description, production, last_four, created)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [organization, key.id, key.hash, key.description, key.production, key.lastFour, now],
      );
      const [row] = await session.run(`${select} WHERE organization = $1 AND api_keys.id = $2`, [organization, key.id]);
      return toStoredKey(row);
    }),
  list: async () => (await database.run(`${select} ORDER BY api_keys.created, api_keys.id`)).map(toStoredKey),
  revoke: (id, now, organization) =>
    database.inTransaction(async (session) => {
      const [revoked] = await session.run(
        `UPDATE api_keys SET revoked = coalesce(revoked, $2)
         WHERE id = $1 AND ($3::integer IS NULL OR organization = $3) RETURNING id`,
        [id, now, organization ?? null],
      );
      if (revoked === undefined) return false;
      await endLoginsOfKey(session, id, now);
      return true;
    }),
});
