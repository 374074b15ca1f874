import { setTimeout as delay } from 'node:timers/promises';

/** Repeats a task, each time `pauseMs` after its last run. Returns a function that stops this and waits for the task. */
export const repeat = (pauseMs: number, task: () => Promise<void>): (() => Promise<void>) => {
  const end = new AbortController();
  const run = async (): Promise<void> => {
    while (await delay(pauseMs, true, { signal: end.signal, ref: false }).catch(() => false)) await task();
  };
  const running = run();
  return async () => {
    end.abort();
    await running;
  };
};
