import { expect, test } from 'vitest';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import { createChecks, isOver, pausedBy } from './watch-checks.ts';

const readAt = '2026-11-20T12:00:00.000Z';
const placeOf = (migrationId: string) => ({ profileId: 'p', migrationId });
const watchOf = (migrationId: string, status: string | null = 'WORKING'): StoredWatch =>
  ({ ...placeOf(migrationId), status }) as StoredWatch;
const checksOf = (...rows: readonly (readonly [id: string, at: number, status?: string])[]) => {
  const checks = createChecks();
  for (const [id, at, status = 'WORKING'] of rows) checks.seeRow(placeOf(id), status, { at, readAt, companyId: 'c1' });
  return checks;
};

test(
  'a failed check keeps the read time, and a change is reported against the last known status',
  { tags: '@W9' },
  () => {
    const checks = checksOf(['a', 1, 'FAILED'], ['b', 1]);
    checks.fail(placeOf('a'), 'timeout', 2);
    expect(checks.of(placeOf('a'))).toEqual({ at: 2, readAt, problem: 'timeout', companyId: 'c1' });
    expect(checks.of(placeOf('b'))).toMatchObject({ at: 1, problem: null });
    expect(checks.statusBefore(watchOf('a', 'WORKING'))).toBe('FAILED');
    expect(createChecks().statusBefore(watchOf('a', 'WORKING'))).toBe('WORKING');
  },
);

test('removing a watch forgets its state', { tags: '@W9' }, () => {
  const checks = checksOf(['a', 1, 'FAILED'], ['b', 1]);
  checks.remove(placeOf('a'));
  expect(checks.of(placeOf('a'))).toBeUndefined();
  expect(checks.statusBefore(watchOf('a', null))).toBeNull();
  expect(checks.of(placeOf('b'))).toBeDefined();
});

test(
  'the watcher checks requested migrations first, then the migration that has been unchecked longest',
  { tags: '@W9' },
  () => {
    const watches = ['a', 'b', 'c'].map((id) => watchOf(id));
    const checks = checksOf(['a', 3], ['b', 1], ['c', 2]);
    expect(checks.next(watches)?.migrationId).toBe('b');
    checks.request(placeOf('a'));
    expect(checks.next(watches)?.migrationId).toBe('a');
    expect(checksOf(['a', 3], ['b', 1]).next(watches)?.migrationId).toBe('c');
  },
);

test.each(migrationStatuses)('the status %s is checked again only if it can change', { tags: '@W9' }, (status) => {
  const watch = watchOf('a', status);
  expect(isOver(watch)).toBe(hasEnded(status));
  expect(createChecks().next([watch])).toBe(watch);
  expect(checksOf(['a', 1, status]).next([watch])).toBe(hasEnded(status) ? undefined : watch);
});

test.each([
  ['offline', 'offline'],
  ['timeout', 'offline'],
  ['unauthorized', 'key'],
  ['not_found', null],
  [null, null],
] as const)('after the error %s, the pause reason of the watcher is %s', { tags: '@W9' }, (problem, paused) =>
  expect(pausedBy(problem)).toBe(paused),
);
