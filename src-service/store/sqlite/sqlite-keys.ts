import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type ApiKeyStore,
  keyMade,
  type NewApiKey,
  readScopes,
  scopesText,
  type StoredApiKey,
} from '../credential-store.ts';
import { appendAudit } from './sqlite-audit.ts';
import { endLoginsOfKey } from './sqlite-tokens.ts';
import { inTransaction } from './transactions.ts';

const isoOrNull = (value: unknown): string | null => (value === null ? null : new Date(Number(value)).toISOString());

const toStoredKey = (row: Record<string, unknown>): StoredApiKey => ({
  id: String(row['id']),
  organizationId: String(row['organization_id']),
  organization: String(row['organization_name']),
  description: String(row['description']),
  production: row['production'] === 1,
  scopes: readScopes(row['scopes']),
  lastFour: String(row['last_four']),
  created: new Date(Number(row['created'])).toISOString(),
  revoked: isoOrNull(row['revoked']),
  madeBy: row['made_by'] === null ? null : String(row['made_by']),
  lastUsed: isoOrNull(row['last_used']),
});

export const createSqliteKeys = (database: DatabaseSync): ApiKeyStore => {
  const owner = database.prepare(
    'SELECT id AS keyId, organization, scopes FROM api_keys WHERE hash = ? AND revoked IS NULL',
  );
  const revoke = database.prepare(`
    UPDATE api_keys SET revoked = coalesce(revoked, :now)
    WHERE id = :id AND (:organization IS NULL OR organization = :organization)`);
  const select = `
    SELECT api_keys.*, organizations.id AS organization_id, organizations.name AS organization_name, made_by, last_used
    FROM api_keys JOIN organizations ON organizations.number = api_keys.organization
    LEFT JOIN api_key_uses ON key_id = api_keys.id`;
  const find = database.prepare(`${select} WHERE api_keys.id = ?`);
  const organizationNumber = (name: string | number | undefined): number => {
    if (typeof name === 'number') return name;
    if (name === undefined) {
      const first = database.prepare('SELECT number FROM organizations ORDER BY number LIMIT 1').get();
      return Number(first?.['number']);
    }
    database
      .prepare('INSERT INTO organizations (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
      .run(randomUUID(), name);
    return Number(database.prepare('SELECT number FROM organizations WHERE name = ?').get(name)?.['number']);
  };

  return {
    owner: async (hash) => {
      const row = owner.get(hash);
      return row === undefined
        ? undefined
        : {
            keyId: row['keyId'] as string,
            organization: row['organization'] as number,
            scopes: readScopes(row['scopes']),
          };
    },
    create: async (key: NewApiKey, now: number) =>
      inTransaction(database, () => {
        database
          .prepare(
            `INSERT INTO api_keys (id, hash, organization, description, production, scopes, last_four, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            key.id,
            key.hash,
            organizationNumber(key.organization),
            key.description,
            Number(key.production),
            scopesText(key.scopes),
            key.lastFour,
            now,
          );
        database.prepare('INSERT INTO api_key_uses (key_id, made_by) VALUES (?, ?)').run(key.id, key.by);
        const storedKey = toStoredKey(find.get(key.id) ?? {});
        appendAudit(database, keyMade(storedKey, key), now);
        return storedKey;
      }),
    list: async (organization) =>
      database
        .prepare(
          `${select} WHERE :organization IS NULL OR api_keys.organization = :organization
           ORDER BY api_keys.created, api_keys.id`,
        )
        .all({ organization: organization ?? null })
        .map(toStoredKey),
    revoke: async (id, now, { by, from, organization }) =>
      inTransaction(database, () => {
        const isRevoked = typeof find.get(id)?.['revoked'] === 'number';
        if (revoke.run({ id, now, organization: organization ?? null }).changes === 0) return false;
        if (isRevoked) return true;
        endLoginsOfKey(database, id, now);
        const { organizationId } = toStoredKey(find.get(id) ?? {});
        appendAudit(database, { action: 'key.revoke', by, from, organization: organizationId, subject: id }, now);
        return true;
      }),
    markUsed: async (ids, now) =>
      inTransaction(database, () => {
        const mark = database.prepare(
          `INSERT INTO api_key_uses (key_id, last_used) VALUES (?1, ?2)
           ON CONFLICT (key_id) DO UPDATE SET last_used = max(coalesce(last_used, 0), ?2)`,
        );
        for (const id of ids) mark.run(id, now);
      }),
  };
};
