import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createStatusObserver } from './observer.ts';

test('an empty list counts as a read and reports no rows', { tags: '@C50' }, async () => {
  const calls: unknown[] = [];
  const call = (async (name: string, args: { observations: unknown }) => {
    calls.push([name, args.observations]);
    return succeed({ changes: 0 });
  }) as DataProcess['call'];
  const observer = createStatusObserver({ call } as DataProcess, systemClock);
  let receivedCount = 0;
  observer.onSeen(() => (receivedCount += 1));
  observer.see('p', []);
  await observer.flush();
  expect(calls).toEqual([['observe', []]]);
  expect(receivedCount).toBe(0);
});

test('a pending observation of another status is sent before a request about its row', { tags: '@W1' }, async () => {
  const row = { id: 'm', created: null, createdByUserId: null, companyId: null };
  const call = (async () => succeed({ changes: 0 })) as unknown as DataProcess['call'];
  const observer = createStatusObserver({ call } as DataProcess, systemClock);
  const working = [{ ...row, status: 'WORKING' }];
  const failed = [{ ...row, status: 'FAILED' }];
  observer.see('p', working);
  expect([observer.expectsOtherStatus('p', working), observer.expectsOtherStatus('p', failed)]).toEqual([false, true]);
  expect(observer.expectsOtherStatus('other', failed)).toBe(false);
  observer.see('p', failed);
  expect(observer.expectsOtherStatus('p', failed)).toBe(true);
  await observer.flush();
  expect(observer.expectsOtherStatus('p', failed)).toBe(false);
});
