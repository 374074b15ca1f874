import type { Clock } from '../../console/clock/clock.ts';

/** How long the host stays without a page that listens: a closed laptop's worth, not a forgotten terminal's. */
export const idleLimitMs = 60 * 60_000;

interface IdleWatch {
  readonly onStreams: (open: number) => void;
  readonly stop: () => void;
}

/** Calls `onIdle` after the limit without an open event stream, also right after the start. */
export function watchIdle(clock: Pick<Clock, 'sleep'>, onIdle: () => void, limitMs = idleLimitMs): IdleWatch {
  let waiting: AbortController | null = null;
  const wait = async () => {
    const stop = new AbortController();
    waiting = stop;
    await clock.sleep(limitMs, stop.signal);
    if (!stop.signal.aborted) onIdle();
  };
  void wait();
  let stopped = false;
  const stay = () => {
    waiting?.abort();
    waiting = null;
  };
  return {
    stop: () => {
      stopped = true;
      stay();
    },
    onStreams: (open) => {
      if (open > 0) stay();
      else if (!waiting && !stopped) void wait();
    },
  };
}
