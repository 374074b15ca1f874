import { expect, test } from 'vitest';
import { watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { openTimelineDatabase } from './open-timeline.ts';
import { createStatusTimes } from './status-times.ts';
import { createTimeline } from './timeline.ts';

const minute = 60_000;

function open() {
  const database = openTimelineDatabase(':memory:', () => undefined);
  const timeline = createTimeline(database);
  return {
    times: createStatusTimes(database),
    /** Statuses by the minute in which they were seen. */
    see: (migrationId: string, ...sights: (readonly [number, string])[]) => {
      for (const [at, status] of sights) timeline.observe('p', at * minute, [{ migrationId, status }]);
    },
  };
}

test('W1 since when a migration is in its status: over a time in which nobody looked, too', () => {
  const { times, see } = open();
  see('a', [1, 'NOT_STARTED'], [2, 'WORKING'], [3, 'WORKING'], [90, 'WORKING'], [91, 'WORKING']);
  expect(times.since('p', ['a', 'never seen'])).toEqual([
    { migrationId: 'a', status: 'WORKING', since: 2 * minute, until: 91 * minute },
  ]);
  expect(times.since('other', ['a'])).toEqual([]);
});

test('W1 the median of how long others stayed counts only what was watched from begin to end', () => {
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
  // First seen in the status, seen again after nobody looked, and never seen to leave it.
  see('d', [1, 'WORKING'], [2, 'COMPLETE']);
  see('e', [1, 'NOT_STARTED'], [2, 'WORKING'], [2 + (2 * watchedGapMs) / minute, 'COMPLETE']);
  see('f', [1, 'NOT_STARTED'], [2, 'WORKING'], [3, 'WORKING']);
  expect(times.leftAfter('p', 'WORKING')).toEqual({ migrations: 3, medianMs: 4 * minute });
  see('g', [1, 'NOT_STARTED'], [2, 'WORKING'], [7, 'FAILED']);
  expect(times.leftAfter('p', 'WORKING')).toEqual({ migrations: 4, medianMs: 4.5 * minute });
});
