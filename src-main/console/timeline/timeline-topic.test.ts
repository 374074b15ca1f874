import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { createTimelineTopic, isPossibleChange } from './timeline-topic.ts';

test('an observed status keeps its time, and waits for the data process like earlier rows', async () => {
  const started = Promise.withResolvers<void>();
  const calls: unknown[] = [];
  let now = new Date('2026-11-20T12:00:00.000Z');
  const { observer } = createTimelineTopic({
    clock: { ...systemClock, now: () => now },
    data: {
      afterStart: () => started.promise,
      onStart: () => undefined,
      call: async (...call: unknown[]) => calls.push(call),
    } as unknown as DataProcess,
    profiles: { list: { all: () => [] }, onChange: () => undefined } as unknown as Profiles,
  });
  observer.recordStatus('p', 'm', 'WORKING');
  const at = now.getTime();
  now = new Date('2026-11-20T12:00:05.000Z');
  await Promise.resolve();
  expect(calls).toEqual([]);
  started.resolve();
  const args = { profileId: 'p', id: 'm', status: 'WORKING', at };
  await expect.poll(() => calls).toEqual([['observeStatus', args]]);
});

test.each([
  ['NOT_READY', 'NOT_STARTED', true],
  ['NOT_READY', 'COMPLETE', true],
  ['PENDING_USER_INPUT', 'WORKING', true],
  ['WORKING', 'PENDING_USER_INPUT', true],
  ['COMPLETE', 'WORKING', false],
  ['WORKING', 'NOT_STARTED', false],
  ['WORKING', 'PAUSED', null],
])('a change from %s to %s is possible: %s (null if unknown)', { tags: '@W1' }, (from, to, possible) => {
  expect(isPossibleChange(from, to)).toBe(possible);
});
