import type { AppError, Outcome } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { AddedRows } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock.ts';
import { catchUp } from './catch-up.ts';
import { judgeFailure } from './load-patience.ts';
import { atOnce } from './load-plan.ts';
import { createLoadRate } from './load-rate.ts';
import type { LoadedRows, PageOfRows } from './page-of-rows.ts';
import { createPageQueue } from './page-queue.ts';

/** What a load knows about itself. */
export type LoadProgress = Pick<
  LoadedState,
  | 'phase'
  | 'pausedBy'
  | 'nextTryAt'
  | 'isTopUp'
  | 'rows'
  | 'total'
  | 'requests'
  | 'rowsPerSecond'
  | 'remainingMs'
  | 'missing'
  | 'duplicates'
  | 'unreadable'
  | 'problem'
  | 'version'
>;

export interface LoadPorts {
  readonly clock: Clock;
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Outcome<PageOfRows>>;
  /** Hands rows over to be kept. */
  readonly keep: (rows: LoadedRows, before: number | null) => Promise<Outcome<AddedRows>>;
  readonly onChange: () => void;
  /** Requests after which it pauses and lets a person decide. */
  readonly requestLimit: number;
  readonly random?: () => number;
}

/** Fetches all pages of one resource. It can be paused, cancelled and gone on with; it never throws away rows. */
export interface Load {
  readonly progress: () => LoadProgress;
  readonly isRunning: () => boolean;
  /** Resolves when it ends, however it does. Also goes on with one that was cancelled or has failed. */
  readonly run: () => Promise<void>;
  /** Once all is loaded: fetches what came since. */
  readonly topUp: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** @param problem why it was ended, or null where a person did it */
  readonly cancel: (problem: AppError | null) => void;
  /** A newer version of the rows is known. */
  readonly freshened: (version: number) => void;
}

/** Ends the work under way; the reason is in the state by then. */
class Ended extends Error {}

export function createLoad(ports: LoadPorts): Load {
  const { clock, random = Math.random } = ports;
  const queue = createPageQueue();
  const rate = createLoadRate();
  let ended: 'complete' | 'failed' | 'cancelled' | null = 'cancelled';
  let pausedBy: LoadedState['pausedBy'] = null;
  let stop = new AbortController();
  /** Aborted to wake what sleeps, at each change of what it sleeps for. */
  let wake = new AbortController();
  let waitUntil: number | null = null;
  let lanes: number = atOnce;
  let failures = 0;
  let requestLimit = ports.requestLimit;
  let planned: number | null = null;
  let done = 0;
  let started = 0;
  let isTopUp = false;
  let isLoaded = false;
  /** What an earlier run of it still has under way sends nothing more. */
  let runs = 0;
  let rows = 0;
  let total: number | null = null;
  let version = 0;
  let duplicates = 0;
  let unreadable = 0;
  let missing: number | null = null;
  let problem: AppError | null = null;

  const changed = () => {
    wake.abort();
    wake = new AbortController();
    ports.onChange();
  };
  const end = (how: NonNullable<typeof ended>, why: AppError | null) => {
    if (ended !== null) return;
    ended = how;
    problem = why;
    pausedBy = null;
    waitUntil = null;
    rate.reset();
    stop.abort();
    changed();
  };
  /** Resolves when this run may send a request; rejects with `Ended` when it is over. */
  const turn = async (mine: number): Promise<void> => {
    for (;;) {
      if (ended !== null || mine !== runs) throw new Ended();
      const waitMs = waitUntil === null ? 0 : waitUntil - clock.monotonic();
      if (pausedBy === null && waitMs <= 0) {
        if (waitUntil !== null) {
          waitUntil = null;
          ports.onChange();
        }
        if (started < requestLimit) return;
        pausedBy = 'limit';
        rate.reset();
        ports.onChange();
      }
      await clock.sleep(pausedBy === null ? waitMs : 3_600_000, wake.signal);
    }
  };
  const failed = (error: AppError) => {
    if (error.code === 'cancelled') return end('cancelled', null);
    failures += 1;
    const patience = judgeFailure(error, failures, random());
    if (patience.kind === 'fail') return end('failed', error);
    if (patience.oneAtATime) lanes = 1;
    waitUntil = Math.max(waitUntil ?? 0, clock.monotonic() + patience.ms);
    problem = error;
    rate.reset();
    return changed();
  };

  /** One page, tried once; null where it did not come. */
  const tryPage = async (mine: number, page: number, before: number | null) => {
    await turn(mine);
    started += 1;
    const read = await ports.readPage(page, stop.signal);
    done += 1;
    if (!read.ok) {
      failed(read.error);
      return null;
    }
    const kept = await ports.keep(read.value.rows, before);
    if (!kept.ok) {
      end(kept.error.code === 'cancelled' ? 'cancelled' : 'failed', kept.error);
      return null;
    }
    failures = 0;
    // What is waited for stays said, though the page of another lane has come.
    if (waitUntil === null) problem = null;
    rows = kept.value.rows;
    version = kept.value.version;
    total = read.value.total;
    queue.heard(page, read.value.received, total);
    duplicates += before === null ? read.value.rows.length - kept.value.added : 0;
    unreadable += before === null ? read.value.received - read.value.rows.length : 0;
    rate.add(clock.monotonic(), kept.value.added);
    return { ...kept.value, received: read.value.received };
  };
  const lane = async (mine: number, number: number): Promise<void> => {
    while (queue.isOpen()) {
      await turn(mine);
      const page = number < lanes ? queue.take() : null;
      if (page === null) {
        // Another lane has what there is, or brings what tells whether there is more; it may have done so in the
        // moment of the turn, and then nobody wakes this one.
        if (number >= lanes || !queue.isOpen()) return;
        await clock.sleep(3_600_000, wake.signal);
        continue;
      }
      const got = await tryPage(mine, page, null).catch((error: unknown) => {
        queue.back(page);
        throw error;
      });
      if (got) queue.done(page, got);
      else queue.back(page);
      const last = queue.lastPage();
      planned = last === null ? null : last + 1;
      changed();
    }
  };
  const getPage = async (mine: number, page: number, before: number | null) => {
    for (;;) {
      const got = await tryPage(mine, page, before);
      changed();
      if (got) return got;
    }
  };

  /** Everything that is left to do, until it is done or has ended otherwise. */
  const work = async (steps: (mine: number) => Promise<void>): Promise<void> => {
    runs += 1;
    ended = null;
    stop = new AbortController();
    problem = null;
    failures = 0;
    changed();
    try {
      await steps(runs);
      if (ended === null) {
        // Rows that cannot be read are in the total, too.
        missing = total === null ? null : Math.max(total - rows - unreadable, 0);
        end('complete', null);
      }
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  };
  const catchUpNow = (mine: number) =>
    catchUp({
      getPage: (page, before) => getPage(mine, page, before),
      rows: () => rows,
      total: () => total,
      lastPage: queue.lastPage,
    });
  const loadAll = () =>
    work(async (mine) => {
      await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(mine, number)));
      isLoaded = true;
      await catchUpNow(mine);
    });
  const topUp = () => {
    isTopUp = true;
    started = 0;
    done = 0;
    planned = null;
    return work(catchUpNow);
  };

  return {
    isRunning: () => ended === null,
    progress: () => {
      const isWaiting = ended === null && pausedBy === null && waitUntil !== null;
      const left = planned === null ? null : Math.max(planned - done, 0);
      return {
        phase: ended ?? (pausedBy ? 'paused' : isWaiting ? 'waiting' : 'loading'),
        pausedBy,
        nextTryAt: isWaiting
          ? new Date(clock.now().getTime() + Math.max((waitUntil ?? 0) - clock.monotonic(), 0)).toISOString()
          : null,
        isTopUp,
        rows,
        total,
        requests: { done, planned },
        rowsPerSecond: ended === null && !isTopUp ? rate.rowsPerSecond() : null,
        remainingMs: ended === null && left !== null ? rate.remainingMs(left) : null,
        missing,
        duplicates,
        unreadable,
        problem,
        version,
      };
    },
    run: () => (isLoaded ? topUp() : loadAll()),
    topUp,
    pause: () => {
      if (ended !== null || pausedBy !== null) return;
      pausedBy = 'person';
      rate.reset();
      changed();
    },
    resume: () => {
      if (pausedBy === 'limit') requestLimit = Number.POSITIVE_INFINITY;
      pausedBy = null;
      waitUntil = null;
      changed();
    },
    cancel: (why) => end('cancelled', why),
    freshened: (newer) => {
      version = Math.max(version, newer);
    },
  };
}
