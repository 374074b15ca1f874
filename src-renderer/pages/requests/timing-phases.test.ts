import { expect, test } from 'vitest';
import { phasesOf } from './timing-phases.ts';

const shown = (timing: Parameters<typeof phasesOf>[0]) =>
  phasesOf(timing).map(({ tone, from, ms }) => [tone, from, ms]);

test('C30 the phases of a request follow one another and add up', () => {
  expect(shown({ queueMs: 2, connectMs: 3, firstByteMs: 10, totalMs: 15 })).toEqual([
    ['queue', 0, 2],
    ['connect', 2, 3],
    ['wait', 5, 7],
    ['read', 12, 5],
  ]);
});

test('C30 what the transport does not show is left out', () => {
  expect(shown({ queueMs: 0, connectMs: null, firstByteMs: null, totalMs: 15 })).toEqual([
    ['queue', 0, 0],
    ['wait', 0, 15],
  ]);
});
