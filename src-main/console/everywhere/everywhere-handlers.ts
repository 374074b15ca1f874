import { type AppError, createError, succeed } from '#shared/app-error.ts';
import type { FoundInProfile } from '#shared/console-contract/everywhere-calls.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { whenAborted } from '../clock/abort-signals.ts';
import type { Profile } from '../profiles/profile.ts';
import { searchEverywhere, type SearchEverywherePorts } from './search-everywhere.ts';

type Answer = Pick<FoundInProfile, 'result' | 'migration' | 'problem'>;

/** Ms after which a profile that hasn't responded is left out. */
const withinMs = 10_000;

/** Uses each profile's own key and transport, and doesn't change the active profile (W7). */
async function findEverywhere(
  { clock, api, profiles }: BaseTopics,
  id: string,
  callSignal: AbortSignal,
  onFound: (found: FoundInProfile) => void,
): Promise<FoundInProfile[]> {
  const signal = AbortSignal.any([callSignal, AbortSignal.timeout(withinMs)]);

  const ask = async (profile: Profile): Promise<Answer> => {
    const failedResult = (problem: AppError) => ({ result: 'failed' as const, migration: null, problem });
    const accessResult = await profiles.accessOf(profile, { ended: signal });
    if (!accessResult.ok) return failedResult(accessResult.error);
    const reply = await api.getMigrationWith(accessResult.value, id, signal);
    if (!reply.ok && reply.error.code === 'not_found') return { result: 'not_found', migration: null, problem: null };
    if (!reply.ok) return failedResult(reply.error);
    const migration = readMigration(reply.value.json);
    if (migration.ok) return { result: 'found', migration: migration.value, problem: null };
    return failedResult(createError('unreadable_reply', clock.now(), { detail: migration.problem }));
  };
  const waitForTimeout = async (): Promise<Answer> => {
    await whenAborted(signal);
    const code = callSignal.aborted ? 'cancelled' : 'timeout';
    const problem = createError(code, clock.now(), { detail: 'No response within 10 s.' });
    return { result: 'failed', migration: null, problem };
  };
  return Promise.all(
    profiles.list.all().map(async (profile) => {
      const { id: profileId, name, environment, colour } = profile;
      const answer = await Promise.race([ask(profile), waitForTimeout()]);
      const foundInProfile = { profileId, name, environment, colour, ...answer };
      if (!callSignal.aborted) onFound(foundInProfile);
      return foundInProfile;
    }),
  );
}

export const createEverywhereHandlers = (topic: SearchEverywherePorts): ConsoleHandlers['everywhere'] => ({
  find: async ({ id }, { signal }) =>
    succeed(await findEverywhere(topic, id, signal, (found) => topic.events.emit('everywhere:found', { id, found }))),
  search: async ({ text }, { signal }) =>
    succeed(
      await searchEverywhere(topic, text, signal, (searched) =>
        topic.events.emit('everywhere:searched', { text, searched }),
      ),
    ),
});
