import { expect, test } from 'vitest';
import { isPossibleChange } from './timeline-topic.ts';

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
