import { type AppError, fail, type Outcome } from '#shared/app-error.ts';
import { whenAborted } from '../../clock/abort-signals.ts';
import type { Clock } from '../../clock/clock.ts';
import { progressOf } from './load-progress.ts';
import { type KeptRows, type LoadEffect, type LoadEvent, type Moment, newLoad } from './load-state.ts';
import { reduceLoad } from './reduce-load.ts';

interface LoadPorts {
  readonly clock: Clock;
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Outcome<string>>;
  readonly keep: (page: number, text: string, how: KeepOptions) => Promise<Outcome<KeptRows>>;
  readonly onChange: () => void;
  readonly random?: () => number;
}

interface KeepOptions {
  readonly before: number | null;
  /** True if no other page is requested until this page is stored. */
  readonly isAwaited: boolean;
}

/** Executes the actions of `reduceLoad` and passes the results back. Makes no decisions itself. */
export function createLoad(ports: LoadPorts) {
  const { clock, random = Math.random } = ports;
  let state = newLoad;
  let stop = new AbortController();
  let running = Promise.resolve();

  const now = (): Moment => ({ monotonic: clock.monotonic(), wall: clock.now().getTime() });
  const dispatch = (event: LoadEvent) => {
    const next = reduceLoad(state, event, now());
    state = next.state;
    for (const effect of next.effects) perform(effect);
    ports.onChange();
  };
  const perform = (effect: LoadEffect) => {
    const { signal } = stop;
    if (effect.kind === 'fetchPage') void fetchPage(effect.page, signal);
    else if (effect.kind === 'keepPage') void keepPage(effect);
    else if (effect.kind === 'wakeAt') void tickAt(effect.at, signal);
    else stop.abort();
  };
  const refuse = (page: number, error: AppError) => dispatch({ kind: 'pageRefused', page, error, random: random() });
  const fetchPage = async (page: number, signal: AbortSignal) => {
    const fetchResult = await outcomeOf(ports.fetchPage(page, signal), clock);
    if (fetchResult.ok) dispatch({ kind: 'pageArrived', page, text: fetchResult.value });
    else refuse(page, fetchResult.error);
  };
  const keepPage = async ({ page, text, before, isAwaited }: LoadEffect & { kind: 'keepPage' }) => {
    const outcome = await outcomeOf(ports.keep(page, text, { before, isAwaited }), clock);
    if (outcome.ok) dispatch({ kind: 'pageKept', page, stored: outcome.value });
    else refuse(page, outcome.error);
  };
  const tickAt = async (at: number, signal: AbortSignal) => {
    while (!signal.aborted && clock.monotonic() < at) await clock.sleep(at - clock.monotonic(), signal);
    if (!signal.aborted) dispatch({ kind: 'clockTicked' });
  };
  const start = (isTopUp: boolean): Promise<void> => {
    if (state.outcome !== null) {
      stop = new AbortController();
      running = whenAborted(stop.signal);
      dispatch({ kind: 'started', isTopUp });
    }
    return running;
  };

  return {
    isRunning: () => state.outcome === null,
    progress: () => progressOf(state, now()),
    /** Starts or resumes the load, even a cancelled or failed one. Resolves when the run ends. */
    run: () => start(false),
    topUp: () => start(true),
    pause: () => dispatch({ kind: 'paused' }),
    resume: () => dispatch({ kind: 'resumed' }),
    cancel: (problem: AppError | null) => dispatch({ kind: 'cancelled', problem }),
    freshened: (loaded: { readonly rows: number; readonly version: number }) =>
      dispatch({ kind: 'rowsFreshened', ...loaded }),
  };
}

export type Load = ReturnType<typeof createLoad>;

/** Turns a rejection into a failed outcome, so that a faulty port stops only the load. */
const outcomeOf = <Value>(reply: Promise<Outcome<Value>>, clock: Clock): Promise<Outcome<Value>> =>
  reply.catch((error: unknown) => fail('internal', clock.now(), { detail: String(error) }));
