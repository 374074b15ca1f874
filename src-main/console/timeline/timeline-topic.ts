import { mapOutcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { type ObservedChange, watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { migrationSteps } from '#shared/migration-api/migration-steps.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createEmitter } from '../events/emitter.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';

interface RecordedRows {
  readonly profileId: string;
  readonly rows: readonly MigrationRow[];
}

interface TimelineTopicPorts {
  readonly clock: Clock;
  readonly data: DataProcess;
  readonly profiles: Pick<Profiles, 'activeId' | 'list' | 'onChange'>;
}

export function createTimelineTopic({ clock, data, profiles }: TimelineTopicPorts) {
  const recordedRows = createEmitter<RecordedRows>();
  const ids = () => profiles.list.all().map(({ id }) => id);
  let knownIds = ids();
  const deletedIds = new Set<string>();
  /** Waits for the start of the data process, as earlier observations do, so that the call includes them. */
  const callInOrder: DataProcess['call'] = async (...call) => {
    await data.afterStart();
    return data.call(...call);
  };
  // Late responses and pages of a load may still arrive for a removed profile.
  profiles.onChange(() => {
    const now = ids();
    const removedIds = knownIds.filter((id) => !now.includes(id));
    knownIds = now;
    for (const profileId of removedIds) {
      deletedIds.add(profileId);
      void callInOrder('forgetProfile', { profileId });
    }
  });
  // A restarted data process doesn't know which profiles were removed.
  data.onStart(() => {
    for (const profileId of deletedIds)
      if (!knownIds.includes(profileId)) void data.call('forgetProfile', { profileId });
  });
  return {
    observer: {
      /** `loaded-rows.ts` listens first and sends the rows to the data process. An empty list counts as a read, too. */
      onRecorded: recordedRows.listen,
      record: (profileId: string, rows: readonly MigrationRow[]) => recordedRows.emit({ profileId, rows }),
      recordStatus: (profileId: string, id: string, status: string) =>
        void callInOrder('observeStatus', { profileId, id, status, at: clock.now().getTime() }),
    },
    stored: {
      count: (profileId: string) => callInOrder('countStored', { profileId }),
      remove: (profileId: string) => callInOrder('removeStored', { profileId }),
    },
    handlers: {
      get: async ({ id }) => {
        const profileId = profiles.activeId();
        const timelineResult = await callInOrder('timeline', { profileId, migrationId: id });
        if (!timelineResult.ok) return timelineResult;
        const changes = viewChanges(timelineResult.value);
        const status = changes.at(-1)?.status;
        if (status === undefined) return succeed({ changes, others: null });
        return mapOutcome(data.call('leftAfter', { profileId, status }), (others) => ({ changes, others }));
      },
      count: () =>
        mapOutcome(data.call('countStored', { profileId: profiles.activeId() }), (counts) => ({
          entries: counts.timeline,
        })),
      erase: () => mapOutcome(data.call('remove', { profileId: profiles.activeId() }), (erased) => ({ erased })),
    } satisfies ConsoleHandlers['timeline'],
  };
}

export type TimelineTopic = ReturnType<typeof createTimelineTopic>;

const iso = (ms: number): string => new Date(ms).toISOString();

const viewChanges = (changes: readonly ObservedChange[]): TimelineChange[] =>
  changes.map(({ status, at, until }, index) => {
    const previous = changes[index - 1];
    const possible = !previous || previous.status === status ? null : isPossibleChange(previous.status, status);
    const gapMs = previous ? at - previous.until : 0;
    const unseenMs = gapMs > watchedGapMs ? gapMs : null;
    return { status, at: iso(at), until: iso(until), unseenMs, possible, clockSetBack: gapMs < 0 };
  });

const known = (status: string): MigrationStatus | undefined =>
  migrationStatuses.find((migrationStatus) => migrationStatus === status);

/** Whether documented transitions lead from one status to the other. Null if a status is undocumented. */
export function isPossibleChange(from: string, to: string): boolean | null {
  const start = known(from);
  const end = known(to);
  if (!start || !end) return null;
  const reachedStatuses = new Set<MigrationStatus>();
  const pendingStatuses = [start];
  for (let status = pendingStatuses.pop(); status; status = pendingStatuses.pop()) {
    for (const next of Object.values(migrationSteps[status])) {
      if (reachedStatuses.has(next)) continue;
      reachedStatuses.add(next);
      pendingStatuses.push(next);
    }
  }
  return reachedStatuses.has(end);
}
