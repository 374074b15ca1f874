import fc from 'fast-check';
import { expect, test } from 'vitest';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import {
  isOver,
  checkOf,
  nextWatch,
  initialState,
  reduceWatcher,
  statusBefore,
  type WatcherEvent,
} from './watcher-state.ts';

const readAt = '2026-11-20T12:00:00.000Z';
const placeOf = (migrationId: string) => ({ profileId: 'p', migrationId });
const watchOf = (migrationId: string, status: string | null = 'WORKING'): StoredWatch =>
  ({ ...placeOf(migrationId), status }) as StoredWatch;
const observe = (id: string, at: number, status = 'WORKING', companyId: string | null = null): WatcherEvent => ({
  kind: 'rowSeen',
  place: placeOf(id),
  status,
  companyId,
  at,
  readAt,
});
const after = (...events: readonly WatcherEvent[]) => events.reduce(reduceWatcher, initialState);

const ids = fc.constantFrom('a', 'b', 'c');
const events = fc.oneof(
  fc
    .tuple(ids, fc.nat(1_000), fc.constantFrom(...migrationStatuses), fc.constantFrom(null, 'c1'))
    .map(([id, at, status, companyId]): WatcherEvent => observe(id, at, status, companyId)),
  fc
    .tuple(ids, fc.nat(1_000))
    .map(([id, at]): WatcherEvent => ({ kind: 'checkFailed', place: placeOf(id), problem: 'timeout', at })),
  fc
    .tuple(fc.constantFrom('checkRequested' as const, 'watchRemoved' as const), ids)
    .map(([kind, id]): WatcherEvent => ({ kind, place: placeOf(id) })),
  fc.constantFrom<WatcherEvent>({ kind: 'checkEnded', problem: 'offline' }, { kind: 'restarted' }),
);

test(
  "no event mutates the watcher's state, and an event of one migration doesn't affect other migrations",
  { tags: '@W9' },
  () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), events, (before, event) => {
        const state = after(...before);
        const stored = structuredClone(state);
        const next = reduceWatcher(state, event);
        expect(state).toEqual(stored);
        for (const id of ['a', 'b', 'c']) {
          if ('place' in event && event.place.migrationId === id) continue;
          expect(checkOf(next, placeOf(id))).toEqual(checkOf(state, placeOf(id)));
        }
      }),
    );
  },
);

test(
  'a failed check keeps the read time, and a change is reported against the last known status',
  { tags: '@W9' },
  () => {
    const state = after(observe('a', 1, 'FAILED', 'c1'), {
      kind: 'checkFailed',
      place: placeOf('a'),
      problem: 'timeout',
      at: 2,
    });
    expect(checkOf(state, placeOf('a'))).toEqual({ at: 2, readAt, problem: 'timeout', companyId: 'c1' });
    expect(statusBefore(state, watchOf('a', 'WORKING'))).toBe('FAILED');
    expect(statusBefore(after(), watchOf('a', 'WORKING'))).toBe('WORKING');
  },
);

test('removing a watch forgets its state', { tags: '@W9' }, () => {
  const state = after(observe('a', 1, 'FAILED'), { kind: 'watchRemoved', place: placeOf('a') });
  expect(checkOf(state, placeOf('a'))).toBeUndefined();
  expect(statusBefore(state, watchOf('a', null))).toBeNull();
});

test(
  'the watcher checks requested migrations first, then the migration that has been unchecked longest',
  { tags: '@W9' },
  () => {
    const watches = ['a', 'b', 'c'].map((id) => watchOf(id));
    const checkedEvents = [observe('a', 3), observe('b', 1), observe('c', 2)];
    expect(nextWatch(after(...checkedEvents), watches)?.migrationId).toBe('b');
    expect(
      nextWatch(after(...checkedEvents, { kind: 'checkRequested', place: placeOf('a') }), watches)?.migrationId,
    ).toBe('a');
    expect(nextWatch(after(observe('a', 3), observe('b', 1)), watches)?.migrationId).toBe('c');
  },
);

test.each(migrationStatuses)('the status %s is checked again only if it can change', { tags: '@W9' }, (status) => {
  const watch = watchOf('a', status);
  expect(isOver(watch)).toBe(hasEnded(status));
  expect(nextWatch(after(), [watch])).toBe(watch);
  expect(nextWatch(after(observe('a', 1, status)), [watch])).toBe(hasEnded(status) ? undefined : watch);
});

test.each([
  ['offline', 'offline'],
  ['timeout', 'offline'],
  ['unauthorized', 'key'],
  ['not_found', null],
  [null, null],
] as const)(
  'after the error %s, the pause reason of the watcher is %s until the next round starts',
  { tags: '@W9' },
  (problem, paused) => {
    const state = after({ kind: 'checkEnded', problem });
    expect(state.paused).toBe(paused);
    expect(reduceWatcher(state, { kind: 'restarted' }).paused).toBeNull();
  },
);
