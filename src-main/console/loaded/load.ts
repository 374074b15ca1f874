import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { catchUp } from './catch-up.ts';
import { nextStepAfter } from './load-patience.ts';
import { atOnce } from './load-plan.ts';
import type { KeepOptions, KeptRows, Load, LoadPorts } from './load-ports.ts';
import { createLoadRate } from './load-rate.ts';
import { createPageQueue } from './page-queue.ts';

/** Pages that are fetched and not read yet, at most: what a data process that falls behind may cost in memory. */
const mostBeingKept = 16;

/** Ends the work under way; the reason is in the state by then. */
class Ended extends Error {}

export function createLoad(ports: LoadPorts): Load {
  const { clock, random = Math.random } = ports;
  const queue = createPageQueue();
  const rate = createLoadRate();
  let ended: 'complete' | 'failed' | 'cancelled' | null = 'cancelled';
  let pausedBy: LoadedState['pausedBy'] = null;
  let pausedAt: string | null = null;
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
  const beingKept = new Set<Promise<void>>();
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
    // With a reason of its own: the default is an error with its stack, made for each page.
    wake.abort('changed');
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
  const pause = (by: NonNullable<typeof pausedBy>) => {
    pausedBy = by;
    pausedAt = clock.now().toISOString();
    rate.reset();
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
        pause('limit');
        ports.onChange();
      }
      await clock.sleep(pausedBy === null ? waitMs : 3_600_000, wake.signal);
    }
  };
  const failed = (error: AppError) => {
    if (error.code === 'cancelled') return end('cancelled', null);
    failures += 1;
    const next = nextStepAfter(error, failures, random());
    if (next.kind === 'fail') return end('failed', error);
    if (next.oneAtATime) lanes = 1;
    waitUntil = Math.max(waitUntil ?? 0, clock.monotonic() + next.ms);
    problem = error;
    rate.reset();
    return changed();
  };

  /** What was fetched is read and kept; null where it could not be. */
  const keepPage = async (page: number, text: string, how: KeepOptions): Promise<KeptRows | null> => {
    const { before } = how;
    const kept = await ports.keep(page, text, how);
    done += 1;
    if (!kept.ok) {
      if (ended !== null) return null;
      if (canPass(kept.error.code)) failed(kept.error);
      else end(kept.error.code === 'cancelled' ? 'cancelled' : 'failed', kept.error);
      return null;
    }
    const { value } = kept;
    failures = 0;
    // What is waited for stays said, though the page of another lane has come.
    if (waitUntil === null) problem = null;
    rows = Math.max(rows, value.rows);
    version = Math.max(version, value.version);
    total = value.total;
    queue.heard(page, value.received, total);
    duplicates += before === null ? value.received - value.unreadable - value.added : 0;
    unreadable += before === null ? value.unreadable : 0;
    rate.add(clock.monotonic(), value.added);
    return value;
  };
  /** The text of a page, asked for once; null where it did not come. */
  const fetchPage = async (mine: number, page: number): Promise<string | null> => {
    await turn(mine);
    started += 1;
    const fetched = await ports.fetchPage(page, stop.signal);
    if (fetched.ok) return fetched.value;
    done += 1;
    failed(fetched.error);
    return null;
  };
  const tryPage = async (mine: number, page: number, before: number | null) => {
    const text = await fetchPage(mine, page);
    return text === null ? null : keepPage(page, text, { before, isAwaited: true });
  };
  /** Tells the queue what became of a page. */
  const settle = (page: number, got: KeptRows | null) => {
    if (got) queue.done(page, got);
    else queue.back(page);
    const last = queue.lastPage();
    planned = last === null ? null : last + 1;
    changed();
  };
  const keepAside = async (page: number, text: string, isAwaited: boolean) =>
    settle(page, await keepPage(page, text, { before: null, isAwaited }));

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
      const text = await fetchPage(mine, page).catch((error: unknown) => {
        queue.back(page);
        throw error;
      });
      if (text === null) {
        settle(page, null);
        continue;
      }
      // The next page is fetched while this one is read; only a total says how far that may go.
      const isAwaited = total === null || beingKept.size >= mostBeingKept;
      const keeping = keepAside(page, text, isAwaited);
      beingKept.add(keeping);
      void keeping.finally(() => beingKept.delete(keeping));
      if (isAwaited) await keeping;
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
    // What keeps rows from being renewed stays said until they are.
    if (!isTopUp) problem = null;
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
        pausedAt: pausedBy === null ? null : pausedAt,
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
      pause('person');
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
