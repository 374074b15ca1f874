import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ApiKeyStore, NewApiKey, StoredApiKey } from '../credential-store.ts';
import { endLoginsOfKey } from './sqlite-tokens.ts';
import { inTransaction } from './transactions.ts';

const isoOrNull = (value: unknown): string | null => (value === null ? null : new Date(Number(value)).toISOString());

const toStoredKey = (row: Record<string, unknown>): StoredApiKey => ({
  id: String(row['id']),
  organizationId: String(row['organization_id']),
  organization: String(row['organization_name']),
  description: String(row['description']),
  production: row['production'] === 1,
  lastFour: String(row['last_four']),
  created: new Date(Number(row['created'])).toISOString(),
  revoked: isoOrNull(row['revoked']),
});

/** API keys in SQLite. */
export const createSqliteKeys = (database: DatabaseSync): ApiKeyStore => {
  const owner = database.prepare('SELECT id AS keyId, organization FROM api_keys WHERE hash = ? AND revoked IS NULL');
  const revoke = database.prepare(`
    UPDATE api_keys SET revoked = coalesce(revoked, :now)
    WHERE id = :id AND (:organization IS NULL OR organization = :organization)`);
  const select = `
    SELECT api_keys.*, organizations.id AS organization_id, organizations.name AS organization_name
    FROM api_keys JOIN organizations ON organizations.number = api_keys.organization`;
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
        : { keyId: row['keyId'] as string, organization: row['organization'] as number };
    },
    create: async (key: NewApiKey, now: number) =>
      inTransaction(database, () => {
        database
          .prepare(
            `INSERT INTO api_keys (id, hash, organization, description, production, last_four, created)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            key.id,
            key.hash,
            organizationNumber(key.organization),
            key.description,
            Number(key.production),
            key.lastFour,
            now,
          );
        return toStoredKey(database.prepare(`${select} WHERE api_keys.id = ?`).get(key.id) ?? {});
      }),
    list: async () => database.prepare(`${select} ORDER BY api_keys.created, api_keys.id`).all().map(toStoredKey),
    revoke: async (id, now, organization) =>
      inTransaction(database, () => {
        if (revoke.run({ id, now, organization: organization ?? null }).changes === 0) return false;
        endLoginsOfKey(database, id, now);
        return true;
      }),
  };
};
