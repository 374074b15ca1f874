import { randomUUID } from 'node:crypto';
import { type ApiKeyStore, keyMade, readScopes, scopesText, type StoredApiKey } from './credential-store.ts';
import {
  audit,
  type Dialect,
  first,
  iso,
  isoOrNull,
  type Program,
  type Row,
  run,
  type RunProgram,
  textOrNull,
} from './program.ts';

/** Parts of the key store that differ between the stores. */
interface KeyDialect extends Pick<Dialect, 'lock' | 'rowsOf'> {
  /** Expires the sessions of a key's unfinished logins. */
  readonly endLogins: (keyId: string, now: number) => Program<unknown>;
  /** Outside a transaction, because every request looks its key up. */
  readonly owner: ApiKeyStore['owner'];
}

const select = `
  SELECT api_keys.*, organizations.id AS organization_id, organizations.name AS organization_name, made_by, last_used
  FROM api_keys JOIN organizations ON organizations.number = api_keys.organization
  LEFT JOIN api_key_uses ON key_id = api_keys.id`;

const toStoredKey = (row: Row = {}): StoredApiKey => ({
  id: String(row['id']),
  organizationId: String(row['organization_id']),
  organization: String(row['organization_name']),
  description: String(row['description']),
  production: Boolean(row['production']),
  scopes: readScopes(row['scopes']),
  lastFour: String(row['last_four']),
  created: iso(row['created']),
  revoked: isoOrNull(row['revoked']),
  madeBy: textOrNull(row['made_by']),
  lastUsed: isoOrNull(row['last_used']),
});

/** Reads a key's owner from a row of either store. */
export const toKeyOwner = (row: Row | undefined): Awaited<ReturnType<ApiKeyStore['owner']>> =>
  row && { keyId: String(row['id']), organization: Number(row['organization']), scopes: readScopes(row['scopes']) };

function* organizationNumber(wanted: string | number | undefined): Program<number> {
  if (typeof wanted === 'number') return wanted;
  if (wanted === undefined) {
    return Number((yield* first('SELECT number FROM organizations ORDER BY number LIMIT 1'))?.['number']);
  }
  const id = randomUUID();
  yield* run('INSERT INTO organizations (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', id, wanted);
  return Number((yield* first('SELECT number FROM organizations WHERE name = $1', wanted))?.['number']);
}

/** Creates the key store of either database. */
export const createKeyStore = (
  runProgram: RunProgram,
  { lock, rowsOf, endLogins, owner }: KeyDialect,
): ApiKeyStore => ({
  owner,
  create: (key, now) =>
    runProgram(function* () {
      const { id, hash, description, lastFour, by } = key;
      const organization = yield* organizationNumber(key.organization);
      yield* run(
        `INSERT INTO api_keys (organization, id, hash, description, production, scopes, last_four, created)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        organization,
        id,
        hash,
        description,
        Number(key.production),
        scopesText(key.scopes),
        lastFour,
        now,
      );
      yield* run('INSERT INTO api_key_uses (key_id, made_by) VALUES ($1, $2)', id, by);
      const sql = `${select} WHERE api_keys.organization = $1 AND api_keys.id = $2`;
      const stored = toStoredKey(yield* first(sql, organization, id));
      yield* audit(keyMade(stored, key), now);
      return stored;
    }),
  list: (organization) =>
    runProgram(function* () {
      const sql = `${select} WHERE CAST($1 AS integer) IS NULL OR api_keys.organization = $1
        ORDER BY api_keys.created, api_keys.id`;
      return (yield* run(sql, organization ?? null)).map(toStoredKey);
    }),
  revoke: (id, now, { by, from, organization = null }) =>
    runProgram(function* () {
      const key = yield* first(
        `SELECT revoked FROM api_keys WHERE id = $1 AND (CAST($2 AS integer) IS NULL OR organization = $2)${lock('api_keys')}`,
        id,
        organization,
      );
      if (key === undefined) return false;
      if (key['revoked'] !== null) return true;
      yield* run('UPDATE api_keys SET revoked = $2 WHERE id = $1', id, now);
      yield* endLogins(id, now);
      const { organizationId } = toStoredKey(yield* first(`${select} WHERE api_keys.id = $1`, id));
      yield* audit({ action: 'key.revoke', by, from, organization: organizationId, subject: id }, now);
      return true;
    }),
  markUsed: (ids, now) =>
    runProgram(function* () {
      yield* run(
        `INSERT INTO api_key_uses (key_id, last_used)
         SELECT v.id, CAST($2 AS bigint) FROM ${rowsOf('$1', { id: 'text' })} WHERE true
         ON CONFLICT (key_id) DO UPDATE SET last_used = CASE
           WHEN api_key_uses.last_used > excluded.last_used THEN api_key_uses.last_used ELSE excluded.last_used END`,
        JSON.stringify(Array.from(ids, (id) => ({ id }))),
        now,
      );
    }),
});
