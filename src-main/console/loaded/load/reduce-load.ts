import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import {
  addMark,
  type KeptRows,
  type LoadEffect,
  type LoadEvent,
  type LoadStage,
  type LoadState,
  type Moment,
  type PageInFlight,
} from './load-state.ts';
import { finishPage, isCutShort, lastPage, learnTotal, peekPage, requeuePage, takePage } from './page-queue.ts';

/** Maximum pages fetched but not yet read. Limits memory if the data process is slow. */
const maxExtra = 16;
/** Maximum pages read backwards from the end before rows are reported as missing. */
const maxFromEnd = 20;

interface LoadStep {
  readonly state: LoadState;
  readonly effects: readonly LoadEffect[];
}

export function reduceLoad(state: LoadState, event: LoadEvent, now: Moment): LoadStep {
  const after = apply(state, event, now);
  const advancedStep = advance(after.state, now);
  return { state: advancedStep.state, effects: [...after.effects, ...advancedStep.effects] };
}

const isPaused = ({ pausedAt }: LoadState): boolean => pausedAt !== null;
const step = (state: LoadState, ...effects: LoadEffect[]): LoadStep => ({ state, effects });

function apply(state: LoadState, event: LoadEvent, now: Moment): LoadStep {
  const isRunning = state.outcome === null;
  switch (event.kind) {
    case 'started':
      return step(isRunning ? state : start(state, event.isTopUp || state.hasReadAll));
    case 'pageArrived':
      return pageArrived(state, event.page, event.text);
    case 'pageKept':
      return step(pageKept(state, event.page, event.stored, now));
    case 'pageRefused':
      return pageRefused(state, event, now);
    case 'paused':
      return step(isRunning && !isPaused(state) ? { ...state, pausedAt: now.wall, marks: [] } : state);
    case 'resumed':
      return step(isRunning ? { ...state, pausedAt: null, retryAt: null, marks: [] } : state);
    case 'cancelled':
      return isRunning ? end(state, 'cancelled', event.problem) : step(state);
    case 'rowsFreshened':
      return step({
        ...state,
        rows: Math.max(state.rows, event.rows),
        version: Math.max(state.version, event.version),
        // A migration known from an event counts towards the total even if no list has contained it yet.
        queue: { ...state.queue, total: state.queue.total === null ? null : Math.max(state.queue.total, event.rows) },
      });
    case 'clockTicked':
      return step(state);
  }
}

function start(state: LoadState, isTopUp: boolean): LoadState {
  return {
    ...state,
    outcome: null,
    run: state.run + 1,
    stage: isTopUp ? { kind: 'newest', before: state.rows, page: 1 } : { kind: 'all' },
    isTopUp,
    failures: 0,
    requests: isTopUp ? { started: 0, done: 0 } : state.requests,
    marks: [],
    // The problem stays visible until a full load starts.
    problem: isTopUp ? state.problem : null,
  };
}

const end = (state: LoadState, outcome: NonNullable<LoadState['outcome']>, problem: AppError | null): LoadStep =>
  step({ ...state, outcome, problem, pausedAt: null, retryAt: null, marks: [] }, { kind: 'stop' });

/** Stores a page even if the run that requested it has ended. */
function pageArrived(state: LoadState, page: number, text: string): LoadStep {
  const entry = entryOf(state, page);
  if (!entry) return step(state);
  // The next page is fetched while this page is read, unless a missing total means that there may be no next page.
  const extras = state.inFlight.filter(({ place }) => place === 'extra').length;
  const isAwaited = entry.before !== null || state.queue.total === null || extras >= maxExtra;
  const movedPage: PageInFlight = { ...entry, place: isAwaited ? 'reader' : 'extra' };
  const inFlight = state.inFlight.map((one) => (one === entry ? movedPage : one));
  return step({ ...state, inFlight }, { kind: 'keepPage', page, text, before: entry.before, isAwaited });
}

function pageKept(state: LoadState, page: number, stored: KeptRows, now: Moment): LoadState {
  const entry = entryOf(state, page);
  if (!entry) return state;
  const isRepeat = entry.before !== null;
  const queue = learnTotal(state.queue, page, stored.received, stored.total);
  const countedState: LoadState = {
    ...settle(state, entry),
    queue: isRepeat ? queue : finishPage(queue, page, stored.received, stored.added),
    rows: Math.max(state.rows, stored.rows),
    version: Math.max(state.version, stored.version),
    unreadable: state.unreadable + (isRepeat ? 0 : stored.unreadable),
  };
  if (!isOfThisRun(state, entry)) return countedState;
  return {
    ...countedState,
    failures: 0,
    // During the delay before a retry, the problem stays visible even if another page arrives.
    problem: state.retryAt === null ? null : state.problem,
    marks: addMark(state.marks, { at: now.monotonic, rows: stored.added }),
    stage: stageAfter(countedState, stored),
  };
}

function pageRefused(state: LoadState, event: LoadEvent & { kind: 'pageRefused' }, now: Moment): LoadStep {
  const { page, error, random } = event;
  const entry = entryOf(state, page);
  if (!entry) return step(state);
  const settledState = settle(state, entry);
  const next = entry.before === null ? { ...settledState, queue: requeuePage(state.queue, page) } : settledState;
  if (!isOfThisRun(state, entry)) return step(next);
  if (error.code === 'cancelled') return end(next, 'cancelled', null);
  const failures = state.failures + 1;
  const answer = answerTo(error, failures, random);
  if (answer.kind === 'fail') {
    const { request: failedRequest } = error;
    // Each attempt of a load is a separate request, so this adds the number of attempts to the error.
    const problem = failedRequest ? { ...error, request: { ...failedRequest, tries: failures } } : error;
    return end({ ...next, failures }, 'failed', problem);
  }
  const at = Math.max(state.retryAt ?? 0, now.monotonic + answer.ms);
  const lanes = answer.isSequential ? 1 : state.lanes;
  return step({ ...next, failures, lanes, retryAt: at, problem: error, marks: [] }, { kind: 'wakeAt', at });
}

type FailureAnswer =
  | { readonly kind: 'wait'; readonly ms: number; readonly isSequential: boolean }
  | { readonly kind: 'fail' };

/** `failures`: consecutive failed attempts, including this one. */
export function answerTo(error: AppError, failures: number, random: number): FailureAnswer {
  const isLimited = error.code === 'rate_limited';
  const { tries, triesWhenLimited, longestAskedMs } = retryPolicy.load;
  if (!canPass(error.code) || failures >= (isLimited ? triesWhenLimited : tries)) return { kind: 'fail' };
  const requestedMs = error.request?.retryAfterMs;
  const retryMs = exponentialDelay(retryPolicy.load, failures) * (0.5 + random / 2);
  const ms = requestedMs === undefined ? retryMs : Math.min(requestedMs, longestAskedMs);
  return { kind: 'wait', ms, isSequential: isLimited };
}

const entryOf = (state: LoadState, page: number): PageInFlight | undefined =>
  state.inFlight.find((one) => one.page === page);
const isOfThisRun = (state: LoadState, { run }: PageInFlight): boolean => state.outcome === null && run === state.run;
const settle = (state: LoadState, entry: PageInFlight): LoadState => ({
  ...state,
  inFlight: state.inFlight.filter((one) => one !== entry),
  requests: { ...state.requests, done: state.requests.done + 1 },
});

function stageAfter({ stage, queue }: LoadState, stored: KeptRows): LoadStage {
  if (stage.kind === 'newest') {
    const { before, page } = stage;
    const isKnown = stored.received === 0 || stored.known > 0 || (before > 0 && stored.added === 0);
    const isLast = before === 0 && page >= (lastPage(queue) ?? 1);
    return isKnown || isLast ? { kind: 'last', before, read: 0 } : { ...stage, page: page + 1 };
  }
  if (stage.kind === 'last') return { ...stage, read: stored.added === 0 ? maxFromEnd : stage.read + 1 };
  return stage;
}

function advance(state: LoadState, now: Moment): LoadStep {
  if (state.outcome !== null || isPaused(state)) return step(state);
  if (state.retryAt !== null && now.monotonic < state.retryAt) return step(state);
  const effects: LoadEffect[] = [];
  let next: LoadState = state.retryAt === null ? state : { ...state, retryAt: null };
  while (next.inFlight.filter(({ place }) => place !== 'extra').length < next.lanes) {
    const page = pageToFetch(next);
    if (page === null) {
      if (next.inFlight.length > 0) break;
      if (next.stage.kind !== 'all') return complete(next, effects);
      next = { ...next, hasReadAll: true, stage: { kind: 'newest', before: next.rows, page: 1 } };
      continue;
    }
    next = request(next, page);
    effects.push({ kind: 'fetchPage', page });
  }
  return { state: next, effects };
}

function pageToFetch({ stage, queue, inFlight, rows }: LoadState): number | null {
  if (stage.kind === 'all') return peekPage(queue);
  // Waits for the pending page, which determines the next page.
  if (inFlight.length > 0) return null;
  if (stage.kind === 'newest') return stage.page;
  const page = (lastPage(queue) ?? 0) - stage.read;
  return stage.read >= maxFromEnd || page <= 1 || rows >= (queue.total ?? 0) ? null : page;
}

function request(state: LoadState, page: number): LoadState {
  const { stage, queue, requests, run } = state;
  const before = stage.kind === 'all' ? null : stage.before;
  return {
    ...state,
    queue: before === null ? takePage(queue, page) : queue,
    inFlight: [...state.inFlight, { page, run, place: 'service', before }],
    requests: { ...requests, started: requests.started + 1 },
  };
}

function complete(state: LoadState, effects: readonly LoadEffect[]): LoadStep {
  const { total } = state.queue;
  // The total includes rows that can't be read.
  const missingCount = total === null ? null : Math.max(total - state.rows - state.unreadable, 0);
  const endedState = end({ ...state, missing: missingCount }, isCutShort(state.queue) ? 'cancelled' : 'complete', null);
  return { state: endedState.state, effects: [...effects, ...endedState.effects] };
}
