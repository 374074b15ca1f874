import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { SeenRow } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createEmitter } from '../events/emitter.ts';

/** Ms that observations are collected before they are sent, so that the page gets its rows first. */
const batchMs = 500;

interface SeenRows {
  readonly profileId: string;
  readonly rows: readonly MigrationRow[];
}

export function createStatusObserver(data: DataProcess, clock: Pick<Clock, 'now'>) {
  let batch: { readonly profileId: string; readonly at: number; readonly observations: readonly SeenRow[] }[] = [];
  let timer: NodeJS.Timeout | null = null;
  const observedRows = createEmitter<SeenRows>();
  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const observations = batch;
    batch = [];
    // The data process receives observations in their order.
    await Promise.all(observations.map((observation) => data.call('observe', observation)));
  };
  const note = (profileId: string, statuses: readonly SeenRow[]) => {
    batch.push({ profileId, at: clock.now().getTime(), observations: statuses });
    timer ??= setTimeout(() => void flush(), batchMs).unref();
  };
  const expectsOtherStatus = (profileId: string, rows: readonly Pick<MigrationRow, 'id' | 'status'>[]) => {
    const profileEntries = batch.filter((entry) => entry.profileId === profileId);
    if (profileEntries.length === 0) return false;
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return profileEntries.some(({ observations }) =>
      observations.some(({ migrationId, status }) => (statuses.get(migrationId) ?? status) !== status),
    );
  };
  return {
    /** Sends pending observations immediately, so that later requests to the data process include them. */
    flush,
    /** Whether a pending observation has another status of one of these rows. If so, flush before reading the rows. */
    expectsOtherStatus,
    onSeen: observedRows.listen,
    seeStatus: (profileId: string, migrationId: string, status: string) =>
      note(profileId, [{ migrationId, status, created: null, companyId: null, createdByUserId: null }]),
    see: (profileId: string, rows: readonly MigrationRow[]) => {
      note(
        profileId,
        rows.map(({ id: migrationId, status, created, companyId, createdByUserId }) => {
          return { migrationId, status, created, companyId, createdByUserId };
        }),
      );
      if (rows.length > 0) observedRows.emit({ profileId, rows });
    },
  };
}

export type StatusObserver = ReturnType<typeof createStatusObserver>;
