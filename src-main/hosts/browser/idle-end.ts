import type { Clock } from '../../console/clock/clock.ts';

/** Ms that the host runs without a connected page. Longer than a short sleep of the device. */
export const idleLimitMs = 60 * 60_000;

/** Calls `onIdle` after no event stream was open for `limitMs`. The time starts with this call. */
export function watchIdle(clock: Pick<Clock, 'sleep'>, onIdle: () => void, limitMs = idleLimitMs) {
  let waiting: AbortController | null = null;
  const wait = async () => {
    const stop = new AbortController();
    waiting = stop;
    await clock.sleep(limitMs, stop.signal);
    if (!stop.signal.aborted) onIdle();
  };
  void wait();
  let stopped = false;
  const cancelEnd = () => {
    waiting?.abort();
    waiting = null;
  };
  return {
    stop: () => {
      stopped = true;
      cancelEnd();
    },
    onStreams: (open: number) => {
      if (open > 0) cancelEnd();
      else if (!waiting && !stopped) void wait();
    },
  };
}
