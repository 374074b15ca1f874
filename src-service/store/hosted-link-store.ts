import { randomUUID } from 'node:crypto';
import type { HostedSession } from '#shared/hosted-links-api/hosted-links.ts';
import {
  auditIn,
  bindPrograms,
  type Dialect,
  first,
  insert,
  type Program,
  type Programs,
  run,
  type Step,
  suspendedSince,
} from './base/program.ts';
import { accessTokenWriter, type NewAccessToken, type NewLinkToken, type TokenInstance } from './token-store.ts';

/**
 * SQL of both stores. The store has no secret: `hash` is the SHA-256 of the link's secret. Each opening after the end of
 * a session starts the next of `sessions`, whose access token has the hash `session_hash`.
 */
export const hostedLinkTables = `
  CREATE TABLE hosted_links (
    organization bigint NOT NULL,
    id text NOT NULL,
    hash bytea NOT NULL,
    key_id text,
    session text,
    bound text NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    revoked bigint,
    sessions integer NOT NULL DEFAULT 0,
    session_hash bytea,
    PRIMARY KEY (organization, id)
  );
  CREATE INDEX hosted_links_by_hash ON hosted_links (hash);
  CREATE INDEX hosted_links_by_expiry ON hosted_links (expires);
  CREATE INDEX hosted_links_by_session ON hosted_links (session_hash);
`;

export interface StoredHostedLink {
  readonly id: string;
  readonly organization: number;
  readonly bound: HostedSession;
  readonly created: number;
  readonly expires: number;
  /** When the link or its key was revoked. */
  readonly revoked: number | null;
  /** Number of sessions that the link has started. */
  readonly sessions: number;
  readonly migrationId: string | null;
  /** When the organization was suspended. Null if it isn't. */
  readonly suspended: number | null;
}

/** Returns an ID that sorts by time (UUID version 7), so that IDs are the cursors of the list. */
const idAt = (time: number): string => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

const byOf = (keyId: string | null): string => keyId ?? 'session key';

/** Creates the store of hosted links. Times are the organization's. */
export const createHostedLinkStore = (
  { change, single }: Programs,
  { position, same }: Dialect,
  instance?: TokenInstance,
) => {
  const addAccess = accessTokenWriter(instance);
  const select = `
    SELECT hosted_links.id, hosted_links.organization, bound, hosted_links.created, expires, sessions,
      coalesce(hosted_links.revoked, api_keys.revoked) AS revoked,
      ${suspendedSince('hosted_links.organization')} AS suspended,
      (SELECT migrations.id FROM modals JOIN migrations ON ${same('migrations', 'modals')}
        WHERE access_token_hash = session_hash ORDER BY ${position('modals')} DESC LIMIT 1) AS "migrationId"
    FROM hosted_links LEFT JOIN api_keys ON api_keys.organization = hosted_links.organization AND api_keys.id = key_id`;
  function* find(where: string, values: Step['values']): Program<readonly StoredHostedLink[]> {
    const rows = yield* run<StoredHostedLink>(`${select} WHERE ${where}`, values);
    return rows.map((row) => ({ ...row, bound: JSON.parse(String(row.bound)) as HostedSession }));
  }
  return {
    ...bindPrograms(single, {
      *byHash(hash: Uint8Array): Program<StoredHostedLink | undefined> {
        return (yield* find('hosted_links.hash = $1', [hash]))[0];
      },
      /** Returns up to `limit` links after a cursor, newest first. */
      list: (organization: number, after: string, limit: number) =>
        find('hosted_links.organization = $1 AND hosted_links.id < $2 ORDER BY hosted_links.id DESC LIMIT $3', [
          organization,
          // 'g' sorts after every ID.
          after === '' ? 'g' : after,
          limit,
        ]),
    }),
    ...bindPrograms(change, {
      *add(token: NewLinkToken & { readonly bound: string }, now: number): Program<string> {
        const { hash, organization, keyId, bound, expires } = token;
        const id = idAt(now);
        const session = keyId === null ? (instance?.id ?? null) : null;
        const row = { organization, id, hash, key_id: keyId, session, bound, created: now };
        yield* insert('hosted_links', { ...row, expires });
        // The audit log is never erased, so it doesn't name the end user.
        yield* auditIn(organization, { action: 'hosted-link.create', subject: id }, { by: byOf(keyId), now });
        return id;
      },
      /** Revokes a link and its session. Returns undefined if the organization doesn't have this link. */
      *revoke(organization: number, id: string, keyId: string | null, now: number) {
        const revoked = yield* first<{ hash: Uint8Array | null }>(
          `UPDATE hosted_links SET revoked = $3 WHERE organization = $1 AND id = $2 AND revoked IS NULL
           RETURNING session_hash AS hash`,
          [organization, id, now],
        );
        if (revoked !== undefined) {
          yield* run('DELETE FROM access_tokens WHERE organization = $1 AND hash = $2', [organization, revoked.hash]);
          yield* auditIn(organization, { action: 'hosted-link.revoke', subject: id }, { by: byOf(keyId), now });
        }
        return (yield* find('hosted_links.organization = $1 AND hosted_links.id = $2', [organization, id]))[0];
      },
      /** Adds the access token of the next session, unless another instance has added it since `sessions` was read. */
      *startSession(hash: Uint8Array, sessions: number, token: NewAccessToken): Program<void> {
        const link = yield* first(
          `UPDATE hosted_links SET sessions = sessions + 1, session_hash = $3
           WHERE hash = $1 AND sessions = $2 AND revoked IS NULL RETURNING organization, key_id, bound, session`,
          [hash, sessions, token.hash],
        );
        if (link !== undefined) yield* addAccess(link, token);
      },
    }),
  };
};
