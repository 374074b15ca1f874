import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { PlainRow, RowTable } from '../rows/row-table.ts';
import { createPace } from '../rows/pace.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** Statuses in which the first sight of a loaded migration is recorded: the others never change again. */
const openStatuses = new Set(['NOT_READY', 'NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT']);
/** A load that goes on keeps the rows first. */
const afterMs = 100;
/** 8 bytes each. */
const usualMostWaiting = 100_000;

interface Sight {
  readonly profileId: string;
  readonly table: RowTable;
  readonly at: number;
  readonly rows: Uint32Array;
  /** The statuses that they had then, by number. */
  readonly codes: Uint32Array;
}

/** The statuses that a load has brought, told to the timeline (W1) when the load leaves time for it. */
export interface StatusSights {
  readonly add: (profileId: string, table: RowTable, at: number, rows: Uint32Array) => void;
  /** Resolves when the timeline knows of all of them. Never rejects. */
  readonly flush: () => Promise<void>;
  /** Tells as many of the oldest as brings those that wait under their limit: a load waits for no more than that. */
  readonly makeRoom: () => void;
}

/**
 * @param alerts told of the same
 * @param log told of what the timeline could not take
 * @param mostWaiting rows that wait at most
 */
export function createStatusSights(
  timeline: Pick<Timeline, 'observe'>,
  alerts: Pick<Alerts, 'judge'>,
  log: (line: string) => void,
  mostWaiting = usualMostWaiting,
): StatusSights {
  const waiting: Sight[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> | null = null;

  const tell = ({ profileId, table, at, rows, codes }: Sight) => {
    const { dictionary } = table.column('status');
    const statuses = Array.from(rows, (row, place) => ({
      migrationId: table.ids.textAt(row) ?? '',
      status: dictionary.textAt(codes[place] ?? 0) ?? '',
      row: () => table.rowAt(row) as PlainRow & MigrationRow,
    }));
    timeline.observe(profileId, at, statuses, {
      isNews: (status) => openStatuses.has(status),
      tell: (sights) => alerts.judge(profileId, at, sights),
    });
  };
  const isOver = (): boolean => count > mostWaiting;
  /** Tells the oldest; false where none waits. */
  const tellNext = (): boolean => {
    const sight = waiting.shift();
    if (!sight) return false;
    try {
      tell(sight);
    } catch (error) {
      log(`the timeline missed a page: ${error instanceof Error ? error.message : String(error)}`);
    }
    count -= sight.rows.length;
    return true;
  };
  const tellAll = async () => {
    const pace = createPace();
    while (tellNext()) await pace();
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    telling ??= tellAll().finally(() => (telling = null));
    return telling;
  };
  return {
    flush,
    makeRoom: () => {
      while (isOver() && tellNext());
    },
    add: (profileId, table, at, rows) => {
      const { values } = table.column('status').codes;
      waiting.push({ profileId, table, at, rows, codes: rows.map((row) => values[row] ?? 0) });
      count += rows.length;
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => void flush(), afterMs).unref();
    },
  };
}
