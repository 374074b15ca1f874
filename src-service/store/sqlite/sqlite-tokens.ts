import type { DatabaseSync } from 'node:sqlite';
import { linkTokenState, toAccessToken, type TokenStore } from '../credential-store.ts';
import { organizationOfSql, rowRange } from './list-rows.ts';
import { numberedValues } from './numbered-values.ts';
import { inTransaction } from './transactions.ts';

const ends = `$2 + (SELECT offset_ms FROM organizations WHERE number = ${organizationOfSql('runs.migration')})`;
/**
 * Expires the sessions of a key's unfinished logins, which the engine then marks as failed. Finished logins continue.
 * `$1` is the key's ID, null for session keys, and `$2` the system time.
 */
export const endLoginsSql = `
  UPDATE runs SET version = version + 1, due = ${ends}, state = json_set(state, '$.sessionExpires', ${ends})
  WHERE state ->> '$.status' = 'NOT_READY' AND state ->> '$.sessionExpires' > ${ends} AND migration IN (
    SELECT modals.migration FROM modals JOIN access_tokens ON hash = access_token_hash WHERE key_id IS $1)`;

export const createSqliteTokens = (database: DatabaseSync): TokenStore => {
  const addLink = database.prepare(
    'INSERT INTO link_tokens (hash, organization, key_id, expires, bound) VALUES (?, ?, ?, ?, ?)',
  );
  const findLink = database.prepare(`
    SELECT link_tokens.organization, expires - offset_ms AS expires, used, revoked
    FROM link_tokens JOIN organizations ON organizations.number = link_tokens.organization
    LEFT JOIN api_keys ON api_keys.id = key_id WHERE link_tokens.hash = ?`);
  const consume = database.prepare(`
    UPDATE link_tokens SET used = :now
    WHERE hash = :hash AND used IS NULL
      AND expires > :now + (SELECT offset_ms FROM organizations WHERE number = link_tokens.organization)
      AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = key_id AND revoked IS NOT NULL)
    RETURNING organization, key_id, bound`);
  const addAccess = database.prepare(
    'INSERT INTO access_tokens (hash, organization, key_id, cookie_hash, expires, bound) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const findAccess = database.prepare(`
    SELECT access_tokens.organization, expires, bound
    FROM access_tokens JOIN organizations ON organizations.number = access_tokens.organization
    LEFT JOIN api_keys ON api_keys.id = key_id
    WHERE access_tokens.hash = ? AND expires > ? + offset_ms AND revoked IS NULL`);
  const findOrganization = database.prepare(`
    SELECT organization FROM link_tokens WHERE hash = :hash
    UNION ALL SELECT organization FROM access_tokens WHERE hash = :hash`);

  return {
    addLinkToken: async ({ hash, organization, keyId, expires, bound = null }) => {
      addLink.run(hash, organization, keyId, expires, bound);
    },
    linkToken: async (hash, now) => {
      const row = findLink.get(hash);
      return { state: linkTokenState(row, now), organization: Number(row?.['organization']) };
    },
    exchange: async (linkTokenHash, token, now) =>
      inTransaction(database, () => {
        const consumed = consume.get({ hash: linkTokenHash, now });
        if (consumed === undefined) return linkTokenState(findLink.get(linkTokenHash), now);
        const { organization, key_id: keyId, bound = null } = consumed;
        addAccess.run(
          token.hash,
          organization as number,
          keyId as string | null,
          token.cookieHash,
          token.expires,
          bound as string | null,
        );
        return 'good';
      }),
    accessToken: async (hash, now) => toAccessToken(findAccess.get(hash, now)),
    organization: async (hash) => findOrganization.get({ hash })?.['organization'] as number | undefined,
    expireAll: async (organization, now) =>
      inTransaction(database, () => {
        for (const table of ['link_tokens', 'access_tokens']) {
          database
            .prepare(`UPDATE ${table} SET expires = min(expires, ?) WHERE organization = ?`)
            .run(now, organization);
        }
        database
          .prepare(
            `UPDATE runs SET version = version + 1, due = :now, state = json_set(state, '$.sessionExpires', :now)
             WHERE state ->> '$.sessionExpires' > :now AND state ->> '$.status' = 'NOT_READY'
               AND migration BETWEEN :from AND :to`,
          )
          .run({ now, ...rowRange(organization) });
      }),
    endSession: async (now) =>
      inTransaction(database, () => {
        database.prepare(endLoginsSql).run(numberedValues([null, now]));
        for (const table of ['link_tokens', 'access_tokens'])
          database.exec(`DELETE FROM ${table} WHERE key_id IS NULL`);
      }),
    forget: async (before) =>
      inTransaction(database, () => {
        database.prepare('DELETE FROM link_tokens WHERE expires < ?').run(before);
        database.prepare('DELETE FROM access_tokens WHERE expires < ?').run(before);
      }),
  };
};
