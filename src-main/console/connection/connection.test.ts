import { afterEach, expect, test, vi } from 'vitest';
import type { CallEnd } from '../api-client/api-client.ts';
import { createEmitter } from '../events/emitter.ts';
import { createConnection } from './connection.ts';

function openConnection() {
  const ends = createEmitter<CallEnd>();
  const connection = createConnection({
    clock: { now: () => new Date(0), monotonic: () => 0, sleep: async () => undefined },
    sandbox: { onChange: () => () => undefined },
    profiles: { active: { profile: () => ({ id: 'p', builtIn: false }) }, onSwitch: () => undefined } as never,
    api: { onCallEnd: ends.listen },
  });
  const end = (outcome: CallEnd['outcome'], answered: boolean, durationMs = 5) =>
    ends.emit({ profileId: 'p', outcome, answered, durationMs, inBulk: false } as CallEnd);
  return { connection, end, state: () => connection.current().state };
}

afterEach(() => {
  vi.useRealTimers();
});

test(
  'a response for the active profile clears "No connection" and leaves other states unchanged',
  { tags: '@C5' },
  () => {
    const { connection, end, state } = openConnection();
    let reportedCount = 0;
    connection.onChange(() => (reportedCount += 1));
    connection.onResponse('p', 5);
    expect(state()).toBe('unknown');
    end('offline', false);
    expect(state()).toBe('offline');
    // This ID belongs to another profile than the active one.
    connection.onResponse('another', 5);
    expect(state()).toBe('offline');
    connection.onResponse('p', 5);
    expect([state(), reportedCount]).toEqual(['connected', 2]);
    end('unauthorized', true);
    connection.onResponse('p', 5);
    expect(state()).toBe('unauthorized');
  },
);

test('a connection change is reported immediately, and a latency change at most once a second', { tags: '@C5' }, () => {
  vi.useFakeTimers();
  const { connection, end } = openConnection();
  const notified: unknown[] = [];
  connection.onChange(() => notified.push([connection.current().state, connection.current().latencyMs]));
  for (let call = 1; call <= 50; call += 1) end('ok', true, call);
  expect(notified).toEqual([
    ['connected', 1],
    ['connected', 2],
  ]);
  end('offline', false);
  expect(notified.at(-1)).toEqual(['offline', null]);
  end('ok', true, 60);
  end('ok', true, 61);
  expect(notified).toHaveLength(4);
  vi.advanceTimersByTime(1_000);
  expect(notified.slice(4)).toEqual([['connected', 61]]);
  vi.advanceTimersByTime(10_000);
  expect(notified).toHaveLength(5);
});
