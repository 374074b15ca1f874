import { expect, test } from 'vitest';
import { openDatabase } from '../storage/open-database.ts';
import { createTimeline, timelineLayout } from '../timeline/timeline.ts';
import { createStatusObservations } from './status-observations.ts';

const at = Date.parse('2026-11-20T14:32:00.000Z');
const idOf = (row: number): string => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;

function openObservations(maxPending: number) {
  const timeline = createTimeline(openDatabase(':memory:', timelineLayout, () => undefined));
  const observations = createStatusObservations(timeline, { judge: () => undefined }, expect.unreachable, maxPending);
  const add = (first: number, count: number, status = 'WORKING') => {
    const ids = Array.from({ length: count }, (_, row) => idOf(first + row));
    const rows = ids.map((id) => ({ id, created: null, status, createdByUserId: 'ada', companyId: null }));
    observations.add({ profileId: 'p', at: at + first, rows });
  };
  return { timeline, observations, add };
}

test('a load with too many pending status changes reports only the oldest', { tags: '@W1' }, () => {
  const { timeline, observations, add } = openObservations(200);
  for (let page = 0; page < 4; page += 1) {
    observations.makeRoom();
    add(page * 100, 100);
  }
  expect(timeline.count('p')).toBe(100);
  observations.makeRoom();
  expect(timeline.count('p')).toBe(200);
  expect(timeline.changesOf('p', idOf(0))).toHaveLength(1);
  expect(timeline.changesOf('p', idOf(399))).toHaveLength(0);
});

test(
  'a pending observation is reported before an observation that arrives during the report',
  { tags: '@W1' },
  async () => {
    const { timeline, observations, add } = openObservations(1_000);
    add(0, 100);
    const flush = observations.flush();
    add(0, 100, 'PENDING_USER_INPUT');
    await flush;
    expect(timeline.changesOf('p', idOf(0)).map(({ status }) => status)).toEqual(['WORKING', 'PENDING_USER_INPUT']);
  },
);
