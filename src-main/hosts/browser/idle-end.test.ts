import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleLimitMs, watchIdle } from './idle-end.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watch = () => {
  let ends = 0;
  return { streams: watchIdle(() => (ends += 1)), pass: vi.advanceTimersByTime, ends: () => ends };
};

test('the browser host exits after 60 min if no page ever connected', () => {
  const { pass, ends } = watch();
  pass(idleLimitMs - 1);
  expect(ends()).toBe(0);
  pass(1);
  expect(ends()).toBe(1);
});

test('the host runs while a stream is open, and restarts its time limit when the stream closes', () => {
  const { pass, streams, ends } = watch();
  pass(idleLimitMs - 1);
  streams(1);
  pass(10 * idleLimitMs);
  streams(2);
  streams(1);
  pass(idleLimitMs);
  expect(ends()).toBe(0);
  streams(0);
  pass(idleLimitMs - 1);
  expect(ends()).toBe(0);
  pass(1);
  expect(ends()).toBe(1);
});

test('a page that reconnects within an hour restarts the time limit', () => {
  const { pass, streams, ends } = watch();
  streams(1);
  streams(0);
  pass(idleLimitMs / 2);
  streams(1);
  streams(0);
  pass(idleLimitMs / 2);
  expect(ends()).toBe(0);
  pass(idleLimitMs / 2);
  expect(ends()).toBe(1);
});
