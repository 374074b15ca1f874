import type { BoundSession } from '#shared/migration-api/modal.ts';
import { first, type Program, run } from './base/program.ts';

/** Deletes the tokens and links bound to an end user, or with the user in their metadata. */
export function* eraseTokensOfUser(organization: number, userId: string): Program<void> {
  // Access tokens are last, because an exchange in progress locks its link until the access token is stored.
  for (const table of ['hosted_links', 'link_tokens', 'access_tokens']) {
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
  const ofModalSql = `IN (SELECT access_token_hash FROM modals WHERE ${isOfMigration})`;
  yield* run(`DELETE FROM hosted_links WHERE organization = $1 AND session_hash ${ofModalSql}`, place);
  const tokenOfModalSql = `organization = $1 AND hash ${ofModalSql}`;
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
