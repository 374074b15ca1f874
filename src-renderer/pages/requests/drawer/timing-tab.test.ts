import { expect, test } from 'vitest';
import { phasesOf } from './timing-tab.tsx';

const phaseTexts = (timing: Parameters<typeof phasesOf>[0]) =>
  phasesOf(timing).map(({ tone, from, ms }) => [tone, from, ms]);

test('the phases of a request follow one another and add up', { tags: '@C30' }, () => {
  expect(phaseTexts({ queueMs: 2, connectMs: 3, firstByteMs: 10, totalMs: 15 })).toEqual([
    ['queue', 0, 2],
    ['connect', 2, 3],
    ['wait', 5, 7],
    ['read', 12, 5],
  ]);
});

test('unknown connection times and reused connections are labelled', { tags: '@C30' }, () => {
  expect(phaseTexts({ queueMs: 1, connectMs: null, firstByteMs: 10, totalMs: 15 })[1]).toEqual(['connect', 1, null]);
  const stored = phasesOf({ queueMs: 1, connectMs: 0, firstByteMs: 10, totalMs: 15 });
  expect(stored[1]).toMatchObject({ name: 'Connecting (connection reused)', ms: 0 });
});

test("phases that didn't happen are left out", { tags: '@C30' }, () => {
  expect(phaseTexts({ queueMs: 0, connectMs: null, firstByteMs: null, totalMs: 15 })).toEqual([
    ['queue', 0, 0],
    ['wait', 0, 15],
  ]);
});
