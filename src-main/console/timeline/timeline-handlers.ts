import { succeed } from '#shared/app-error.ts';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { type SeenChange, watchedGapMs } from '#shared/data-messages/data-calls.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ProfileBelongings } from '../profiles/profile-belongings.ts';
import type { StatusObserver } from './observer.ts';
import { isPossibleChange } from './possible-change.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

const viewChanges = (changes: readonly SeenChange[]): TimelineChange[] =>
  changes.map(({ status, at, until }, index) => {
    const before = changes[index - 1];
    const possible = !before || before.status === status ? null : isPossibleChange(before.status, status);
    const unseen = before ? at - before.until : 0;
    const unseenMs = unseen > watchedGapMs ? unseen : null;
    return { status, at: iso(at), until: iso(until), unseenMs, possible, clockSetBack: unseen < 0 };
  });

export const createTimelineHandlers = (
  data: DataProcess,
  observer: StatusObserver,
  activeId: () => string,
): ConsoleHandlers['timeline'] => ({
  get: async ({ id }) => {
    await observer.flush();
    const profileId = activeId();
    const found = await data.call('timeline', { profileId, migrationId: id });
    if (!found.ok) return found;
    const changes = viewChanges(found.value);
    const status = changes.at(-1)?.status;
    if (status === undefined) return succeed({ changes, others: null });
    const others = await data.call('leftAfter', { profileId, status });
    return others.ok ? succeed({ changes, others: others.value }) : others;
  },

  count: async () => {
    const found = await data.call('count', { profileId: activeId() });
    return found.ok ? succeed({ entries: found.value }) : found;
  },

  erase: async () => {
    const erased = await data.call('remove', { profileId: activeId() });
    return erased.ok ? succeed({ erased: erased.value }) : erased;
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
