import { linkTokenState, toAccessToken, type TokenStore } from '../credential-store.ts';
import type { Database } from './database.ts';
import { instancesThere } from './instances.ts';

const tables = ['link_tokens', 'access_tokens'] as const;

const addLink = {
  name: 'add link token',
  text: 'INSERT INTO link_tokens (organization, hash, key_id, expires, session, bound) VALUES ($1, $2, $3, $4, $5, $6)',
};
const findLink = {
  name: 'find link token',
  text: `
    SELECT link_tokens.organization, expires - offset_ms AS expires, used, revoked
    FROM link_tokens JOIN organizations ON organizations.number = link_tokens.organization
    LEFT JOIN api_keys ON api_keys.organization = link_tokens.organization AND api_keys.id = key_id
    WHERE link_tokens.hash = $1`,
};
/** The first concurrent exchange locks the row; the others then find it used. */
const consume = {
  name: 'consume link token',
  text: `
    UPDATE link_tokens SET used = $2
    WHERE hash = $1 AND used IS NULL
      AND expires > $2::bigint + (SELECT offset_ms FROM organizations WHERE number = link_tokens.organization)
      AND NOT EXISTS (
        SELECT FROM api_keys
        WHERE api_keys.organization = link_tokens.organization AND id = key_id AND revoked IS NOT NULL)
    RETURNING organization, key_id, session, bound`,
};
const addAccess = {
  name: 'add access token',
  text: `
    INSERT INTO access_tokens (organization, hash, key_id, cookie_hash, expires, session, bound)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const findAccess = {
  name: 'find access token',
  text: `
    SELECT access_tokens.organization, expires, bound
    FROM access_tokens JOIN organizations ON organizations.number = access_tokens.organization
    LEFT JOIN api_keys ON api_keys.organization = access_tokens.organization AND api_keys.id = key_id
    WHERE access_tokens.hash = $1 AND expires > $2::bigint + offset_ms AND revoked IS NULL`,
};

/**
 * Expires the sessions of a key's unfinished logins, which the engine then marks as failed. Finished logins continue.
 * `$1` is the key's ID, null for session keys of the instances in the array `$3`, and `$2` the store's time.
 */
export const endLoginsSql = `
  UPDATE runs SET version = version + 1, due = $2 + offset_ms,
    state = jsonb_set(state, '{sessionExpires}', to_jsonb($2 + offset_ms))
  FROM organizations, modals, access_tokens
  WHERE organizations.number = runs.organization
    AND modals.organization = runs.organization AND modals.position = runs.position
    AND access_tokens.organization = modals.organization AND access_tokens.hash = modals.access_token_hash
    AND access_tokens.key_id IS NOT DISTINCT FROM $1 AND coalesce(access_tokens.session, '') = ANY ($3)
    AND state ->> 'status' = 'NOT_READY' AND (state ->> 'sessionExpires')::bigint > $2::bigint + offset_ms`;

export const createPostgresTokens = (database: Database, instance = ''): TokenStore => ({
  addLinkToken: async ({ hash, organization, keyId, expires, bound = null }) => {
    await database.run(addLink, [organization, hash, keyId, expires, keyId === null ? instance : null, bound]);
  },
  linkToken: async (hash, now) => {
    const [row] = await database.run(findLink, [hash]);
    return { state: linkTokenState(row, now), organization: Number(row?.['organization']) };
  },
  exchange: (linkTokenHash, token, now) =>
    database.inTransaction(async (session) => {
      const [consumed] = await session.run(consume, [linkTokenHash, now]);
      if (consumed === undefined) return linkTokenState((await session.run(findLink, [linkTokenHash]))[0], now);
      const { organization, key_id: keyId, session: of, bound } = consumed;
      await session.run(addAccess, [organization, token.hash, keyId, token.cookieHash, token.expires, of, bound]);
      return 'good';
    }),
  accessToken: async (hash, now) => toAccessToken((await database.run(findAccess, [hash, now]))[0]),
  organization: async (hash) => {
    const [row] = await database.run(
      `SELECT organization FROM link_tokens WHERE hash = $1
       UNION ALL SELECT organization FROM access_tokens WHERE hash = $1`,
      [hash],
    );
    return row && Number(row['organization']);
  },
  expireAll: (organization, now) =>
    database.inTransaction(async (session) => {
      for (const table of tables) {
        await session.run(`UPDATE ${table} SET expires = $2 WHERE organization = $1 AND expires > $2`, [
          organization,
          now,
        ]);
      }
      await session.run(
        `UPDATE runs SET version = version + 1, due = $2,
           state = jsonb_set(state, '{sessionExpires}', to_jsonb($2::bigint))
         WHERE organization = $1 AND state ->> 'status' = 'NOT_READY' AND (state ->> 'sessionExpires')::bigint > $2`,
        [organization, now],
      );
    }),
  endSession: (now, whose) =>
    database.inTransaction(async (session) => {
      // Tokens of a stopped instance are revoked by the next start.
      const sql = `
        SELECT session FROM (SELECT session FROM link_tokens WHERE key_id IS NULL
          UNION SELECT session FROM access_tokens WHERE key_id IS NULL) AS made
        WHERE $1 OR session IS NULL OR session = $2 OR session NOT IN (${instancesThere})`;
      const ended = (await session.run(sql, [whose === 'all', instance])).map((row) => row['session'] ?? '');
      await session.run(endLoginsSql, [null, now, ended]);
      for (const table of tables) {
        await session.run(`DELETE FROM ${table} WHERE key_id IS NULL AND coalesce(session, '') = ANY ($1)`, [ended]);
      }
    }),
  forget: (before) =>
    database.inTransaction(async (session) => {
      for (const table of tables) await session.run(`DELETE FROM ${table} WHERE expires < $1`, [before]);
    }),
});
