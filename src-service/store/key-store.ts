import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import type { Actor, ChangeAuthor } from './base/actor.ts';
import { organizationNumber } from './people/organizations.ts';
import {
  audit,
  bindPrograms,
  type Dialect,
  first,
  insert,
  isoTime,
  isoOrNull,
  prepared,
  type Program,
  type Programs,
  type Row,
  run,
  suspendedSince,
  textOrNull,
} from './base/program.ts';
import { endLogins } from './token-store.ts';

/** Times are ISO 8601, or null if the event hasn't happened. */
export interface StoredApiKey extends Omit<CallReply<'listKeys'>[number], 'madeBy'> {
  readonly organizationId: string;
  readonly organization: string;
  /** The audit log's actor. Null for keys older than the audit log. */
  readonly madeBy: string | null;
}

export interface NewApiKey extends KeyLimits, Actor {
  readonly id: string;
  readonly hash: Uint8Array;
  /** Number or name of an organization. An unknown name creates an organization. @default the seeded organization */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production: boolean;
  readonly scopes: readonly KeyScope[];
  /** Last four characters, so that users can recognize a key. */
  readonly lastFour: string;
}

/** Limits of a key, besides its scopes. `expires` is in milliseconds since 1970. */
interface KeyLimits {
  readonly expires: number | null;
  /** IP addresses and CIDR ranges that may use the key. Empty if every address may. */
  readonly addresses: readonly string[];
}

export interface KeyOwner extends KeyLimits {
  readonly keyId: string;
  readonly organization: number;
  readonly scopes: readonly KeyScope[];
  /** When the key was revoked after its expiry. */
  readonly revoked: number | null;
  readonly isSuspended: boolean;
}

/** Ignores scopes that this version doesn't know. */
const readScopes = (text: unknown): KeyScope[] => {
  const scopeNames = String(text).split(' ');
  return keyScopes.filter((scope) => scopeNames.includes(scope));
};

/** Schema step. Not named `expires`: statements of earlier versions would find that name in two tables. */
export const keyLimitColumns = (long: 'bigint' | 'INTEGER'): string => `
  ALTER TABLE api_keys ADD COLUMN ends ${long};
  ALTER TABLE api_keys ADD COLUMN addresses TEXT;
`;

const readAddresses = (text: unknown): string[] => textOrNull(text)?.split(',') ?? [];

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
  created: isoTime(row['created']),
  revoked: isoOrNull(row['revoked']),
  expires: isoOrNull(row['ends']),
  addresses: readAddresses(row['addresses']),
  madeBy: textOrNull(row['made_by']),
  lastUsed: isoOrNull(row['last_used']),
});

/** Prepared and outside a transaction, because every request runs this statement. */
const ownerOfKey = prepared(
  // An expired key is found unless it was revoked earlier, so that the response can give the reason.
  `SELECT id AS "keyId", organization, scopes, ends AS expires, revoked, addresses,
      ${suspendedSince('api_keys.organization')} AS suspended
    FROM api_keys
    WHERE hash = $1 AND (revoked IS NULL OR revoked >= ends)`,
);

/** Ends a key with its tokens and unfinished logins. Lock the key first. */
function* endKey(
  dialect: Dialect,
  id: string,
  action: 'key.revoke' | 'key.expire',
  revoked: number,
  author: ChangeAuthor,
): Program<void> {
  yield* run('UPDATE api_keys SET revoked = $2 WHERE id = $1', [id, revoked]);
  yield* endLogins(dialect, id, author.now);
  const { organizationId } = toStoredKey(yield* first(`${select} WHERE api_keys.id = $1`, [id]));
  yield* audit({ action, organization: organizationId, subject: id }, author);
}

export const createKeyStore = ({ change, single }: Programs, dialect: Dialect) => ({
  ...bindPrograms(single, {
    /** Returns the owner of the key with this SHA-256 hash, also of an expired key. Undefined if the key was revoked. */
    *owner(hash: Uint8Array): Program<KeyOwner | undefined> {
      type OwnerRow = Omit<KeyOwner, 'scopes' | 'addresses'> & Readonly<Record<'scopes' | 'addresses', unknown>>;
      const row = yield* first<OwnerRow & { readonly suspended: number | null }>(ownerOfKey, [hash]);
      if (row === undefined) return undefined;
      const { scopes, addresses, suspended, ...owner } = row;
      const limits = { scopes: readScopes(scopes), addresses: readAddresses(addresses) };
      return { ...owner, ...limits, isSuspended: suspended !== null };
    },
  }),
  ...bindPrograms(change, {
    /** @param now milliseconds since 1970 */
    *create(key: NewApiKey, now: number): Program<StoredApiKey> {
      const { id, hash, description, lastFour, by } = key;
      const organization = yield* organizationNumber(key.organization);
      yield* insert('api_keys', {
        organization,
        id,
        hash,
        description,
        production: Number(key.production),
        scopes: key.scopes.join(' '),
        last_four: lastFour,
        created: now,
        ends: key.expires,
        addresses: key.addresses.join(',') || null,
      });
      yield* insert('api_key_uses', { key_id: id, made_by: by });
      const sql = `${select} WHERE api_keys.organization = $1 AND api_keys.id = $2`;
      const storedKey = toStoredKey(yield* first(sql, [organization, id]));
      const { organizationId: ownerId, production, scopes, expires, addresses } = storedKey;
      const limits = { ...(expires !== null && { expires }), ...(addresses.length > 0 && { addresses }) };
      const details = { description: storedKey.description, production, scopes, ...limits };
      yield* audit({ action: 'key.create', organization: ownerId, subject: id, details }, { ...key, now });
      return storedKey;
    },
    /** Returns the keys of one organization, or of all organizations. Includes revoked keys. */
    *list(organization?: number): Program<readonly StoredApiKey[]> {
      const sql = `${select} WHERE CAST($1 AS integer) IS NULL OR api_keys.organization = $1
        ORDER BY api_keys.created, api_keys.id`;
      return (yield* run(sql, [organization ?? null])).map(toStoredKey);
    },
    /** Revokes a key with its tokens and open logins. Returns false if the organization doesn't have the key. */
    *revoke(id: string, author: ChangeAuthor, organization?: number): Program<boolean> {
      const key = yield* first(
        `SELECT revoked FROM api_keys WHERE id = $1 AND (CAST($2 AS integer) IS NULL OR organization = $2)${dialect.lock('api_keys')}`,
        [id, organization ?? null],
      );
      if (key === undefined) return false;
      if (key['revoked'] !== null) return true;
      yield* endKey(dialect, id, 'key.revoke', author.now, author);
      return true;
    },
    /** Revokes the keys that have expired at `now`, with their tokens and unfinished logins. */
    *expire(now: number): Program<void> {
      const rows = yield* run(
        `SELECT id, ends FROM api_keys WHERE ends <= $1 AND revoked IS NULL${dialect.lock('api_keys')}`,
        [now],
      );
      for (const { id, ends } of rows)
        yield* endKey(dialect, String(id), 'key.expire', Number(ends), { by: 'service', now });
    },
    /** Stores `now`, in milliseconds since 1970, as the last use of these keys. */
    *markUsed(ids: Iterable<string>, now: number): Program<void> {
      yield* run(
        `INSERT INTO api_key_uses (key_id, last_used)
         SELECT v.id, CAST($2 AS bigint) FROM ${dialect.rowsOf('$1', { id: 'text' })}
         WHERE EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = v.id)
         ON CONFLICT (key_id) DO UPDATE SET last_used = CASE
           WHEN api_key_uses.last_used > excluded.last_used THEN api_key_uses.last_used ELSE excluded.last_used END`,
        [JSON.stringify(Array.from(ids, (id) => ({ id }))), now],
      );
    },
  }),
});

export type ApiKeyStore = ReturnType<typeof createKeyStore>;
