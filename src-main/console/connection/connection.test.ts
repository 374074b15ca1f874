import { expect, test } from 'vitest';
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
  const end = (outcome: CallEnd['outcome'], answered: boolean) =>
    ends.emit({ profileId: 'p', outcome, answered, durationMs: 5, inBulk: false } as CallEnd);
  return { connection, end, state: () => connection.current().state };
}

test('C5 any answer ends "No connection", whoever asked; it says nothing of what a call has told', () => {
  const { connection, end, state } = openConnection();
  let told = 0;
  connection.onChange(() => (told += 1));
  connection.heard('p', 5);
  expect(state()).toBe('unknown');
  end('offline', false);
  expect(state()).toBe('offline');
  // Of a profile that is not on screen.
  connection.heard('another', 5);
  expect(state()).toBe('offline');
  connection.heard('p', 5);
  expect([state(), told]).toEqual(['connected', 2]);
  end('unauthorized', true);
  connection.heard('p', 5);
  expect(state()).toBe('unauthorized');
});
