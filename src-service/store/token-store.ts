import {
  bindPrograms,
  type Dialect,
  first,
  prepared,
  type Program,
  type Programs,
  type Row,
  run,
  suspendedSince,
  textOrNull,
} from './base/program.ts';

export interface NewLinkToken {
  readonly hash: Uint8Array;
  readonly organization: number;
  /** Null for a token of the session key, which exists only in a process. */
  readonly keyId: string | null;
  readonly expires: number;
  /** Bound session as JSON. */
  readonly bound?: string | undefined;
}

export type LinkTokenState = 'good' | 'unknown' | 'expired' | 'used' | 'revoked' | 'suspended';

export interface NewAccessToken {
  readonly hash: Uint8Array;
  /** SHA-256 of the cookie's value. */
  readonly cookieHash: Uint8Array;
  readonly expires: number;
}

interface FoundAccessToken {
  readonly organization: number;
  readonly isSuspended: boolean;
  readonly bound: string | null;
  readonly expires: number;
}

/** Access tokens last, because a session that starts locks its link until the access token is stored. */
const tables = ['hosted_links', 'link_tokens', 'access_tokens'] as const;

const findLink = prepared(`
    SELECT link_tokens.organization, expires - offset_ms AS expires, used, revoked,
      ${suspendedSince('link_tokens.organization')} AS suspended
    FROM link_tokens JOIN organizations ON organizations.number = link_tokens.organization
    LEFT JOIN api_keys ON api_keys.organization = link_tokens.organization AND api_keys.id = key_id
    WHERE link_tokens.hash = $1`);
const findAccess = prepared(`
    SELECT access_tokens.organization, expires, bound, ${suspendedSince('access_tokens.organization')} AS suspended
    FROM access_tokens JOIN organizations ON organizations.number = access_tokens.organization
    LEFT JOIN api_keys ON api_keys.organization = access_tokens.organization AND api_keys.id = key_id
    WHERE access_tokens.hash = $1 AND expires > CAST($2 AS bigint) + offset_ms AND revoked IS NULL`);

/** The row's `expires` is already converted to the store's own time. */
const linkTokenState = (row: Row | undefined, now: number): LinkTokenState => {
  if (row === undefined) return 'unknown';
  if (row['revoked'] !== null) return 'revoked';
  if (row['suspended'] !== null) return 'suspended';
  if (row['used'] !== null) return 'used';
  return Number(row['expires']) > now ? 'good' : 'expired';
};

export interface TokenInstance {
  readonly id: string;
  /** SQL for the running instances. */
  readonly running: string;
}

/** Condition that a token belongs to an instance in the JSON array `parameter`. Empty if `ended` is undefined. */
const instanceCondition = (parameter: string, ended: string | undefined): string =>
  ended === undefined
    ? ''
    : ` AND coalesce(session, '') IN (SELECT json_array_elements_text(CAST(${parameter} AS json)))`;

/**
 * Expires the sessions of a key's unfinished logins, which the engine then marks as failed. Finished logins continue.
 * @param keyId null for session keys
 * @param ended instances of the session keys, as a JSON array
 */
export function* endLogins(
  { organization, same, withNumber }: Dialect,
  keyId: string | null,
  now: number,
  ended?: string,
): Program<void> {
  const end = 'CAST($2 AS bigint) + offset_ms';
  yield* run(
    `UPDATE runs SET version = version + 1, due = ${end}, state = ${withNumber('sessionExpires', end)}
     FROM organizations, modals, access_tokens
     WHERE organizations.number = ${organization('runs')} AND ${same('modals', 'runs')}
       AND access_tokens.organization = organizations.number AND access_tokens.hash = modals.access_token_hash
       AND access_tokens.key_id IS NOT DISTINCT FROM $1${instanceCondition('$3', ended)}
       AND state ->> 'status' = 'NOT_READY' AND CAST(state ->> 'sessionExpires' AS bigint) > ${end}`,
    [keyId, now, ...(ended === undefined ? [] : [ended])],
  );
}

/** Returns the instances whose session keys ended, as a JSON array: all instances, or this and stopped instances. */
function* endedInstances({ id, running }: TokenInstance, isAll: boolean): Program<string> {
  const rows = yield* run(
    `SELECT session FROM (${tables.map((table) => `SELECT session FROM ${table} WHERE key_id IS NULL`).join(' UNION ')}) AS made
     WHERE $1 = 1 OR session IS NULL OR session = $2 OR session NOT IN (${running})`,
    [Number(isAll), id],
  );
  return JSON.stringify(rows.map((row) => row['session'] ?? ''));
}

/** Returns a program that adds the access token of a link token, with that token's key and bound session. */
export const accessTokenWriter = (instance?: TokenInstance) => {
  const sessionColumn = instance === undefined ? '' : ', session';
  const addAccess =
    prepared(`INSERT INTO access_tokens (organization, hash, key_id, cookie_hash, expires, bound${sessionColumn})
      VALUES ($1, $2, $3, $4, $5, $6${sessionColumn && ', $7'})`);
  return (link: Row, { hash, cookieHash, expires }: NewAccessToken): Program<readonly Row[]> =>
    run(addAccess, [
      Number(link['organization']),
      hash,
      textOrNull(link['key_id']),
      cookieHash,
      expires,
      textOrNull(link['bound']),
      ...(instance === undefined ? [] : [textOrNull(link['session'])]),
    ]);
};

/** Each token expires by its organization's clock. `now` is the store's own time unless stated otherwise. */
export const createTokenStore = ({ change, single }: Programs, dialect: Dialect, instance?: TokenInstance) => {
  const sessionColumn = instance === undefined ? '' : ', session';
  const addLink = prepared(`INSERT INTO link_tokens (organization, hash, key_id, expires, bound${sessionColumn})
      VALUES ($1, $2, $3, $4, $5${sessionColumn && ', $6'})`);
  /** The first concurrent exchange locks the row, and the others then find the token used. */
  const consume = prepared(`
      UPDATE link_tokens SET used = $2
      WHERE hash = $1 AND used IS NULL
        AND expires > CAST($2 AS bigint) + (SELECT offset_ms FROM organizations WHERE number = link_tokens.organization)
        AND NOT EXISTS (
          SELECT 1 FROM api_keys
          WHERE api_keys.organization = link_tokens.organization AND id = key_id AND revoked IS NOT NULL)
      RETURNING organization, key_id, bound${sessionColumn}`);
  const addAccess = accessTokenWriter(instance);
  return {
    ...bindPrograms(single, {
      *addLinkToken({ hash, organization, keyId, expires, bound }: NewLinkToken): Program<void> {
        const session = instance === undefined ? [] : [keyId === null ? instance.id : null];
        yield* run(addLink, [organization, hash, keyId, expires, bound ?? null, ...session]);
      },
      /** Returns the state of the link token with this SHA-256 hash at `now`, in milliseconds since 1970. */
      *linkToken(
        hash: Uint8Array,
        now: number,
      ): Program<{ readonly state: LinkTokenState; readonly organization: number }> {
        const row = yield* first(findLink, [hash]);
        return { state: linkTokenState(row, now), organization: Number(row?.['organization']) };
      },
      /** Returns an access token that has not expired and whose key was not revoked. */
      *accessToken(hash: Uint8Array, now: number): Program<FoundAccessToken | undefined> {
        const row = yield* first<FoundAccessToken & { suspended: number | null }>(findAccess, [hash, now]);
        return row && { ...row, isSuspended: row.suspended !== null };
      },
      /** Returns the organization of a token by its SHA-256 hash. Undefined if the token is unknown. */
      *organization(hash: Uint8Array): Program<number | undefined> {
        const sql = `SELECT organization FROM link_tokens WHERE hash = $1
          UNION ALL SELECT organization FROM access_tokens WHERE hash = $1`;
        const row = yield* first(sql, [hash]);
        return row && Number(row['organization']);
      },
    }),
    ...bindPrograms(change, {
      /** Exchanges a link token atomically. Only one of several concurrent calls gets 'good'; the others get the reason. */
      *exchange(linkTokenHash: Uint8Array, token: NewAccessToken, now: number): Program<LinkTokenState> {
        const link = yield* first(consume, [linkTokenHash, now]);
        if (link === undefined) return linkTokenState(yield* first(findLink, [linkTokenHash]), now);
        yield* addAccess(link, token);
        return 'good';
      },
      /** Expires every link token, access token and open login of an organization. `now` is the organization's time. */
      *expireAll(organization: number, now: number): Program<void> {
        for (const table of tables) {
          const sql = `UPDATE ${table} SET expires = $2 WHERE organization = $1 AND expires > $2`;
          yield* run(sql, [organization, now]);
        }
        yield* run(
          `UPDATE runs SET version = version + 1, due = $2, state = ${dialect.withNumber('sessionExpires', 'CAST($2 AS bigint)')}
           WHERE ${dialect.of('runs')} AND state ->> 'status' = 'NOT_READY'
             AND CAST(state ->> 'sessionExpires' AS bigint) > $2`,
          [organization, now],
        );
      },
      /** Revokes tokens and open logins of session keys. `own` leaves out other running instances. */
      *endSession(now: number, whose: 'all' | 'own'): Program<void> {
        const endedSessions = instance && (yield* endedInstances(instance, whose === 'all'));
        yield* endLogins(dialect, null, now, endedSessions);
        const values = endedSessions === undefined ? [] : [endedSessions];
        for (const table of tables)
          yield* run(`DELETE FROM ${table} WHERE key_id IS NULL${instanceCondition('$1', endedSessions)}`, values);
      },
      /** Deletes tokens that expired before `before`, in milliseconds since 1970. */
      *forget(before: number): Program<void> {
        for (const table of tables) yield* run(`DELETE FROM ${table} WHERE expires < $1`, [before]);
      },
    }),
  };
};
