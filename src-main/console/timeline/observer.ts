import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { SeenStatus } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';

/** Hands over at most once in this time: the page has its rows first. */
const batchMs = 500;

/** Tells the data process of every status that a reply has brought (W1). */
export interface StatusObserver {
  readonly see: (profileId: string, rows: readonly MigrationRow[]) => void;
  /** Hands over at once what is waiting. */
  readonly flush: () => Promise<void>;
}

export function createStatusObserver(data: DataProcess, clock: Pick<Clock, 'now'>): StatusObserver {
  let batch: { readonly profileId: string; readonly at: number; readonly seen: readonly SeenStatus[] }[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const observations = batch;
    batch = [];
    // Sent in the order of their sights, and answered in it.
    await Promise.all(observations.map((observation) => data.call('observe', observation)));
  };
  return {
    flush,
    see: (profileId, rows) => {
      if (rows.length === 0) return;
      const seen = rows.map(({ id, status }) => ({ migrationId: id, status }));
      batch.push({ profileId, at: clock.now().getTime(), seen });
      timer ??= setTimeout(() => void flush(), batchMs).unref();
    },
  };
}
