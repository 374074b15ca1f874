import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { createPace } from '../replica/pace.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** A load records first observations only for these statuses, because all other statuses are final. */
const openStatuses = new Set(['NOT_READY', 'NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT']);
/** Ms until the timeline gets rows, so that pages get them first. */
const delayMs = 100;
/** Maximum pending rows. One takes about 300 bytes. */
const defaultMaxPending = 100_000;

interface PendingRows {
  readonly profileId: string;
  readonly at: number;
  readonly rows: readonly MigrationRow[];
  readonly isLoad: boolean;
}

export function createStatusObservations(
  timeline: Pick<Timeline, 'observe'>,
  alerts: Pick<Alerts, 'judge'>,
  log: (line: string) => void,
  maxPending = defaultMaxPending,
) {
  const pendingRows: PendingRows[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  let hasReply = false;
  let flushing: Promise<void> | null = null;

  const observeRows = ({ profileId, at, rows, isLoad }: PendingRows) => {
    timeline.observe(profileId, at, rows, {
      isUpdate: (status) => !isLoad || openStatuses.has(status),
      tell: (observations) => alerts.judge(profileId, at, observations),
    });
  };
  const observeNext = (): boolean => {
    const page = pendingRows.shift();
    if (!page) return false;
    try {
      observeRows(page);
    } catch (error) {
      log(
        `a page's statuses couldn't be added to the timeline: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    count -= page.rows.length;
    return true;
  };
  const isOver = (): boolean => count > maxPending;
  const observeAll = async () => {
    const pace = createPace();
    while (observeNext()) await pace();
  };
  /** Resolves when the timeline has stored all pending rows. Never rejects. */
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    hasReply = false;
    flushing ??= observeAll().finally(() => (flushing = null));
    return flushing;
  };
  return {
    flush,
    /** Whether a pending observation of one of these rows has another status. Then flush before reading their times. */
    hasOtherStatus: (profileId: string, rows: readonly Pick<MigrationRow, 'id' | 'status'>[]): boolean => {
      const statuses = new Map(rows.map(({ id, status }) => [id, status]));
      return pendingRows.some(
        (pending) =>
          pending.profileId === profileId &&
          pending.rows.some(({ id, status }) => (statuses.get(id) ?? status) !== status),
      );
    },
    makeRoom: () => {
      while (isOver() && observeNext());
    },
    add: (pending: PendingRows) => {
      pendingRows.push(pending);
      count += pending.rows.length;
      // Each page of a load delays the timeline further, but not that of a reply, which may raise an alert.
      if (timer && hasReply) return;
      hasReply = !pending.isLoad;
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => void flush(), delayMs).unref();
    },
  };
}

export type StatusObservations = ReturnType<typeof createStatusObservations>;
