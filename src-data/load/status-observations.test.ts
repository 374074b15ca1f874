import { expect, test } from 'vitest';
import { openDatabase } from '../storage/open-database.ts';
import { createTimeline, timelineLayout } from '../timeline/timeline.ts';
import { createStatusObservations } from './status-observations.ts';

const at = Date.parse('2026-11-20T14:32:00.000Z');
const idOf = (row: number): string => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;

function openObservations(maxPending: number) {
  const timeline = createTimeline(openDatabase(':memory:', timelineLayout, () => undefined));
  const observations = createStatusObservations(timeline, { judge: () => undefined }, expect.unreachable, maxPending);
  const add = (first: number, count: number, status = 'WORKING', isLoad = true) => {
    const ids = Array.from({ length: count }, (_, row) => idOf(first + row));
    const rows = ids.map((id) => ({ id, created: null, status, createdByUserId: 'ada', companyId: null }));
    observations.add({ profileId: 'p', at: at + first, rows, isLoad });
    return rows;
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

test('a reply is observed while the pages of a load keep arriving', { tags: '@C50' }, async () => {
  const { timeline, add } = openObservations(100_000);
  add(0, 1, 'COMPLETE', false);
  let page = 0;
  const observedReplies = () => {
    add((page += 1), 1);
    return timeline.changesOf('p', idOf(0)).length;
  };
  await expect.poll(observedReplies, { interval: 20 }).toBe(1);
});

test('a pending observation of another status is found until it is stored', { tags: '@W1' }, async () => {
  const { observations, add } = openObservations(100);
  const working = add(0, 1);
  const failed = working.map((row) => ({ ...row, status: 'FAILED' }));
  expect(observations.hasOtherStatus('p', working)).toBe(false);
  expect(observations.hasOtherStatus('p', failed)).toBe(true);
  expect(observations.hasOtherStatus('other', failed)).toBe(false);
  await observations.flush();
  expect(observations.hasOtherStatus('p', failed)).toBe(false);
});
