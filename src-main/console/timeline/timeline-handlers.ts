import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ProfileBelongings } from '../profiles/profile-belongings.ts';
import type { StatusObserver } from './observer.ts';
import { isPossibleChange } from './possible-change.ts';

export const createTimelineHandlers = (
  data: DataProcess | undefined,
  observer: StatusObserver | undefined,
  profileId: () => string,
): ConsoleHandlers['timeline'] => ({
  get: async ({ id }) => {
    if (!data) return succeed([]);
    await observer?.flush();
    const found = await data.call('timeline', { profileId: profileId(), migrationId: id });
    if (!found.ok) return found;
    return succeed(
      found.value.map(({ status, at }, index) => {
        const before = found.value[index - 1]?.status;
        return {
          status,
          at: new Date(at).toISOString(),
          possible: before === undefined ? null : isPossibleChange(before, status),
        };
      }),
    );
  },
});

/** The observed timeline of a profile goes with it, with what was seen a moment ago. */
export const timelineBelongings = (data: DataProcess, observer: StatusObserver): ProfileBelongings => ({
  kind: 'timeline',
  count: async (profileId) => {
    await observer.flush();
    return data.call('count', { profileId });
  },
  remove: async (profileId) => {
    await observer.flush();
    return data.call('remove', { profileId });
  },
});
