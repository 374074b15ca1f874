import type { BoundSession } from '#shared/migration-api/modal.ts';
import { first, type Program, run } from './base/program.ts';

/**
 * Deletes the tokens bound to an end user, or with the user in their metadata. Deletes link tokens first, because an
 * exchange in progress locks the link token until the access token is stored.
 */
export function* eraseTokensOfUser(organization: number, userId: string): Program<void> {
  for (const table of ['link_tokens', 'access_tokens']) {
    yield* run(`DELETE FROM ${table} WHERE organization = $1 AND bound <> replace(bound, $2, '')`, [
      organization,
      // Finds whole values only, because the same string within a value has escaped quotation marks.
      `:${JSON.stringify(userId)}`,
    ]);
  }
}

/**
 * Erases session data of a migration's tokens. A token that has only metadata stays valid, because it may serve another
 * user.
 * @param isOfMigration condition on `modals`, for the organization `$1` and the position `$2`
 */
export function* eraseTokensOfMigration(
  isOfMigration: string,
  place: readonly [organization: number, position: number],
): Program<void> {
  const tokenOfModalSql = `organization = $1 AND hash IN (SELECT access_token_hash FROM modals WHERE ${isOfMigration})`;
  const token = yield* first(`SELECT bound FROM access_tokens WHERE ${tokenOfModalSql} AND bound IS NOT NULL`, place);
  if (token === undefined) return;
  const before = String(token['bound']);
  const { metadata: _, ...bound } = JSON.parse(before) as BoundSession;
  const [organization] = place;
  yield* run('UPDATE link_tokens SET bound = NULL WHERE organization = $1 AND used IS NOT NULL AND bound = $2', [
    organization,
    before,
  ]);
  if (bound.user_id === undefined)
    yield* run(`UPDATE access_tokens SET bound = $3 WHERE ${tokenOfModalSql}`, [...place, JSON.stringify(bound)]);
  else yield* run(`DELETE FROM access_tokens WHERE ${tokenOfModalSql}`, place);
}
