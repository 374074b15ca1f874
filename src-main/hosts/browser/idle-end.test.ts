import { expect, test } from 'vitest';
import { idleLimitMs, watchIdle } from './idle-end.ts';

/** Creates a clock that only the test moves. */
function stoppedClock() {
  let now = 0;
  const pendingSleeps = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const sleeper = { until: now + ms, wake: resolve };
        pendingSleeps.add(sleeper);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    pass: async (ms: number) => {
      now += ms;
      for (const sleeper of pendingSleeps) if (sleeper.until <= now) sleeper.wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const watch = () => {
  const clock = stoppedClock();
  let ends = 0;
  const { onStreams: streams, stop } = watchIdle(clock, () => (ends += 1));
  return { clock, streams, stop, ends: () => ends };
};

test('the browser host exits after 60 min if no page ever connected', async () => {
  const { clock, ends } = watch();
  await clock.pass(idleLimitMs - 1);
  expect(ends()).toBe(0);
  await clock.pass(1);
  expect(ends()).toBe(1);
});

test('the host runs while a stream is open, and restarts its time limit when the stream closes', async () => {
  const { clock, streams, ends } = watch();
  await clock.pass(idleLimitMs - 1);
  streams(1);
  await clock.pass(10 * idleLimitMs);
  streams(2);
  streams(1);
  await clock.pass(idleLimitMs);
  expect(ends()).toBe(0);
  streams(0);
  await clock.pass(idleLimitMs - 1);
  expect(ends()).toBe(0);
  await clock.pass(1);
  expect(ends()).toBe(1);
});

test('a page that reconnects within an hour restarts the time limit', async () => {
  const { clock, streams, ends } = watch();
  streams(1);
  streams(0);
  await clock.pass(idleLimitMs / 2);
  streams(1);
  streams(0);
  await clock.pass(idleLimitMs / 2);
  expect(ends()).toBe(0);
  await clock.pass(idleLimitMs / 2);
  expect(ends()).toBe(1);
});

test("a stopped host doesn't stop again", async () => {
  const { clock, streams, stop, ends } = watch();
  streams(1);
  stop();
  streams(0);
  await clock.pass(idleLimitMs);
  expect(ends()).toBe(0);
});
