import type { DatabaseSync } from 'node:sqlite';
import { organizationOfSql } from './row-number.ts';

/**
 * Ends the unfinished logins whose access token a key stands behind; the engine gives them up as at the end of their
 * session. What is logged in goes on. Call inside a transaction.
 *
 * @param keyId null for session keys
 * @param now the system's time
 */
export const endLoginsOfKey = (database: DatabaseSync, keyId: string | null, now: number): void => {
  const ends = `:now + (SELECT offset_ms FROM organizations WHERE number = ${organizationOfSql('runs.migration')})`;
  database
    .prepare(
      `UPDATE runs SET version = version + 1, due = ${ends}, state = json_set(state, '$.sessionExpires', ${ends})
       WHERE state ->> '$.status' = 'NOT_READY' AND state ->> '$.sessionExpires' > ${ends} AND migration IN (
         SELECT modals.migration FROM modals JOIN access_tokens ON hash = access_token_hash WHERE key_id IS :keyId)`,
    )
    .run({ keyId, now });
};
