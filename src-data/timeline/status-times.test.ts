import fc from 'fast-check';
import { expect, test } from 'vitest';
import { watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { openDatabase } from '../storage/open-database.ts';
import { createStatusTimes } from './status-times.ts';
import { createTimeline, timelineLayout } from './timeline.ts';

const minute = 60_000;

function open() {
  const database = openDatabase(':memory:', timelineLayout, () => undefined);
  const timeline = createTimeline(database);
  return {
    times: createStatusTimes(database),
    /** Records statuses, each with the minute of its observation. */
    see: (id: string, ...observations: (readonly [number, string])[]) => {
      for (const [at, status] of observations) timeline.observe('p', at * minute, [{ id, status }]);
    },
  };
}

test('the time in a status continues through gaps without reads', { tags: '@W1' }, () => {
  const { times, see } = open();
  see('a', [1, 'NOT_STARTED'], [2, 'WORKING'], [3, 'WORKING'], [90, 'WORKING'], [91, 'WORKING']);
  const period = { status: 'WORKING', seenSince: 2 * minute, until: 91 * minute, startedAt: 2 * minute };
  expect(times.lastOf('p', 'a')).toEqual({ migrationId: 'a', ...period });
  expect(times.lastOf('p', 'never seen')).toBeUndefined();
  expect(times.lastOf('other', 'a')).toBeUndefined();
});

test('the median time in a status counts only stays that were observed from start to end', { tags: '@W1' }, () => {
  const { times, see } = open();
  expect(times.leftAfter('p', 'WORKING')).toBeNull();
  for (const [id, stay] of [
    ['a', 2],
    ['b', 4],
    ['c', 5],
  ] as const) {
    see(id, [1, 'NOT_STARTED'], [2, 'WORKING'], [2 + stay, 'COMPLETE']);
  }
  expect(times.leftAfter('p', 'WORKING')).toEqual({ migrations: 3, medianMs: 4 * minute });
  // Observed in the status twice, with a gap in between. No change to another status was observed.
  see('d', [1, 'WORKING'], [2, 'COMPLETE']);
  see('e', [1, 'NOT_STARTED'], [2, 'WORKING'], [2 + (2 * watchedGapMs) / minute, 'COMPLETE']);
  see('f', [1, 'NOT_STARTED'], [2, 'WORKING'], [3, 'WORKING']);
  expect(times.leftAfter('p', 'WORKING')).toEqual({ migrations: 3, medianMs: 4 * minute });
  see('g', [1, 'NOT_STARTED'], [2, 'WORKING'], [7, 'FAILED']);
  expect(times.leftAfter('p', 'WORKING')).toEqual({ migrations: 4, medianMs: 4.5 * minute });
});

test(
  'an age counts from the observed change, else from the last observation of another status, else from creation',
  { tags: '@W1' },
  () => {
    const { times, see } = open();
    const gap = (2 * watchedGapMs) / minute;
    const createdDate = new Date(-20_000 * minute).toISOString();
    const ages = (id: string, status: string, at: number) => {
      const { since, seenSince } = times.timesOf('p', { id, status, created: createdDate }, at * minute);
      return [since, seenSince].map((text) => (text === null ? null : Date.parse(text) / minute));
    };
    see('watched', [100, 'NOT_STARTED'], [101, 'WORKING'], [102, 'WORKING']);
    see('missed', [100, 'NOT_STARTED'], [100 + gap, 'WORKING']);
    see('never', [100, 'WORKING'], [100 + gap, 'WORKING']);
    expect(ages('watched', 'WORKING', 500)).toEqual([101, 101]);
    expect(ages('missed', 'WORKING', 500)).toEqual([100, 100 + gap]);
    expect(ages('never', 'WORKING', 500)).toEqual([-20_000, 100]);
    expect(ages('new', 'WORKING', 500)).toEqual([-20_000, 500]);
    // Either the change itself was observed, or it happened after the last observation.
    expect(ages('watched', 'PENDING_USER_INPUT', 103)).toEqual([103, 103]);
    expect(ages('watched', 'PENDING_USER_INPUT', 500)).toEqual([102, 500]);
    // A final status has no age, but it has a first observation.
    see('over', [100, 'WORKING'], [101, 'FAILED']);
    expect(ages('over', 'FAILED', 500)).toEqual([null, 101]);
    // The last change is the observed change, else the creation.
    const changedAt = (id: string, status: string) =>
      Date.parse(times.timesOf('p', { id, status, created: createdDate }, 500 * minute).changed ?? '') / minute;
    expect([changedAt('missed', 'WORKING'), changedAt('over', 'FAILED')]).toEqual([100 + gap, 101]);
    expect([changedAt('never', 'WORKING'), changedAt('new', 'FAILED')]).toEqual([-20_000, -20_000]);
    expect(changedAt('watched', 'FAILED')).toBe(500);
  },
);

test('the reported changes of statuses add up to all current statuses and their starts', { tags: '@W1' }, () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('a', 'b', 'c'),
          fc.constantFrom('NOT_STARTED', 'WORKING', 'FAILED'),
          fc.integer({ min: 0, max: 20 }),
          fc.boolean(),
        ),
        { maxLength: 40 },
      ),
      (observations) => {
        const { times, see } = open();
        let at = 0;
        let last = 0;
        const known = new Map<string, { status: string; startedAt: number }>();
        const read = () => {
          const changed = times.statusChangesAfter('p', last);
          last = changed.last;
          for (const { migrationId, status, startedAt } of changed.statuses)
            known.set(migrationId, { status, startedAt });
        };
        for (const [id, status, pause, reads] of observations) {
          at += pause;
          see(id, [at, status]);
          if (reads) read();
        }
        read();
        const lastPeriods = ['a', 'b', 'c'].flatMap((id) => times.lastOf('p', id) ?? []);
        const begins = lastPeriods.filter(({ startedAt }) => startedAt !== null);
        expect(known).toEqual(
          new Map(begins.map(({ migrationId, status, startedAt }) => [migrationId, { status, startedAt }])),
        );
      },
    ),
  );
});
