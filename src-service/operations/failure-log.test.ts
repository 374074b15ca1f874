import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../store/base/unavailable.ts';
import { createFailureLog } from './failure-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('an outage writes one log line at its start, and one with its count at its end', { tags: '@X26' }, () => {
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message?: string) => void lines.push([level, fields, message]);
  const failures = createFailureLog({ error: write('error'), warn: write('warn') });
  for (let count = 0; count < 1_923; count++) {
    failures.add(
      new StoreUnavailable("the database doesn't respond"),
      count % 2 === 0 ? 'request failed' : 'could not poll',
    );
    vi.advanceTimersByTime(100);
  }
  expect(lines).toEqual([['error', { error: "the database doesn't respond" }, "the store doesn't respond"]]);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(1)).toEqual([['warn', { failures: 1_923, seconds: 192 }, "over: the store doesn't respond"]]);
  failures.add(new Error('another'), 'could not poll');
  failures.add(new StoreUnavailable('again'), 'could not poll');
  failures.add(new StoreUnavailable('again'), 'could not poll');
  failures.end();
  expect(lines.slice(2)).toEqual([
    ['error', { error: 'another' }, 'could not poll'],
    ['error', { error: 'again' }, "the store doesn't respond"],
    ['warn', { failures: 2, seconds: 0 }, "over: the store doesn't respond"],
  ]);
});
