import { requiresKey, isUnanswered } from '#shared/app-error-codes.ts';
import { type AppError, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ListedMigration, LookupResult, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import type { ApiCalls } from '../api-client/api-client.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { KnownMigrations } from './known-migrations.ts';

const maxConcurrent = 6;

type Answer =
  | { readonly id: string; readonly row: MigrationRow }
  | { readonly id: string; readonly problem: AppError | null };

const stopsLookup = ({ code }: AppError): boolean =>
  requiresKey(code) || isUnanswered(code) || code === 'service_changed' || code === 'cancelled' || code === 'forbidden';

const pauseOf = ({ request }: AppError): number =>
  Math.min(request?.retryAfterMs ?? retryPolicy.lookup.pauseMs, retryPolicy.lookup.longestAskedMs);

/** Looks up the IDs of a list with one request each, because the API has no batch call (specification, "Endpoints"). */
export function createListLookup(
  { api, clock, profiles, timeline }: BaseTopics,
  knownMigrations: Pick<KnownMigrations, 'complete'>,
): ConsoleHandlers['migrations']['lookup'] {
  // All calls of one list share a log line and are bound to the service at the start of the lookup.
  let work: { readonly list: string; readonly profileId: string; readonly calls: ApiCalls } | null = null;
  const workOf = (list: string) => {
    if (work?.list === list) return work;
    work = { list, profileId: profiles.activeId(), calls: api.inBulk('List of IDs', { keepsPauses: true }) };
    return work;
  };

  const ask = async (calls: ApiCalls, id: string, signal: AbortSignal): Promise<Outcome<Answer>> => {
    const reply = await calls.getMigration(id, signal);
    if (!reply.ok) return reply.error.code === 'not_found' ? succeed({ id, problem: null }) : reply;
    const { migration: row } = reply.value;
    return row.id.toLowerCase() === id
      ? succeed({ id, row })
      : fail('unreadable_reply', clock.now(), { detail: 'The response contains a different ID.' });
  };

  return async ({ list, ids }, { signal }) => {
    const { calls, profileId } = workOf(list);
    const answers = new Map<string, Answer>();
    const remainingIds = [...new Set(ids)].values();
    let pauseMs: number | null = null;
    let problem: AppError | null = null;
    const readRemaining = async () => {
      for (const id of remainingIds) {
        const lookupResult = await ask(calls, id, signal);
        if (lookupResult.ok) answers.set(id, lookupResult.value);
        else if (lookupResult.error.code === 'rate_limited')
          pauseMs = Math.max(pauseMs ?? 0, pauseOf(lookupResult.error));
        else if (stopsLookup(lookupResult.error)) problem ??= lookupResult.error;
        else answers.set(id, { id, problem: lookupResult.error });
        if (pauseMs !== null || problem !== null) return;
      }
    };
    await Promise.all(Array.from({ length: maxConcurrent }, readRemaining));
    const foundRows = [...answers.values()].flatMap((answer) => ('row' in answer ? [answer.row] : []));
    // If every request failed, there is no observation.
    if (foundRows.length > 0) timeline.observer.record(profileId, foundRows);
    const migrationById = new Map(
      (await knownMigrations.complete(profileId, foundRows)).map((migration) => [migration.id, migration]),
    );
    const readAnswer = (answer: Answer): LookupResult => {
      const { id } = answer;
      if ('row' in answer)
        return { id, result: 'found', migration: migrationById.get(answer.row.id) as ListedMigration };
      return answer.problem ? { id, result: 'failed', problem: answer.problem } : { id, result: 'not_found' };
    };
    const orderedAnswers = ids.flatMap((id) => answers.get(id) ?? []);
    return succeed({ profileId, answers: orderedAnswers.map(readAnswer), pauseMs, problem });
  };
}
