import type { Clock } from '../../console/clock/clock.ts';

/** Ms that the host runs without a connected page. Longer than a short sleep of the device. */
export const idleLimitMs = 60 * 60_000;

/** Calls `onIdle` when no event stream has been open for `limitMs`. The time starts with this call. */
export function watchIdle(clock: Pick<Clock, 'sleep'>, onIdle: () => void, limitMs = idleLimitMs) {
  let stop = new AbortController();
  let isStopped = false;
  const wait = async () => {
    stop = new AbortController();
    const { signal } = stop;
    await clock.sleep(limitMs, signal);
    if (!signal.aborted) onIdle();
  };
  void wait();
  return {
    stop: () => {
      isStopped = true;
      stop.abort();
    },
    onStreams: (open: number) => {
      stop.abort();
      if (open === 0 && !isStopped) void wait();
    },
  };
}
