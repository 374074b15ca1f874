import type { Clock } from '../../console/clock/clock.ts';

/** Ms that the host runs without a connected page. Longer than a short sleep of the device. */
export const idleLimitMs = 60 * 60_000;

/** Calls `onIdle` when no event stream has been open for `limitMs`. The time starts with this call. */
export function watchIdle(clock: Pick<Clock, 'sleep'>, onIdle: () => void, limitMs = idleLimitMs) {
  let waitController: AbortController | null = null;
  const wait = async () => {
    const stop = new AbortController();
    waitController = stop;
    await clock.sleep(limitMs, stop.signal);
    if (!stop.signal.aborted) onIdle();
  };
  void wait();
  let isStopped = false;
  const cancelEnd = () => {
    waitController?.abort();
    waitController = null;
  };
  return {
    stop: () => {
      isStopped = true;
      cancelEnd();
    },
    onStreams: (open: number) => {
      if (open > 0) cancelEnd();
      else if (!waitController && !isStopped) void wait();
    },
  };
}
