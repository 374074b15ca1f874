import { expect, test } from 'vitest';
import { stuckFor } from './stuck.ts';

const thresholds = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
const hour = 60 * 60_000;

test('a migration is stuck if its status hasn’t changed for the time limit of that status', { tags: '@W9' }, () => {
  expect(stuckFor('WORKING', 0, thresholds, hour)).toBe(hour);
  expect(stuckFor('WORKING', 0, thresholds, hour - 1)).toBeNull();
  expect(stuckFor('PENDING_USER_INPUT', 0, thresholds, 23 * hour)).toBeNull();
  expect(stuckFor('PENDING_USER_INPUT', 0, thresholds, 25 * hour)).toBe(25 * hour);
});

test('a migration in a final, undocumented or unobserved status is never stuck', { tags: '@W9' }, () => {
  for (const status of ['COMPLETE', 'REVERTING', 'constructor', '']) {
    expect(stuckFor(status, 0, thresholds, 1000 * hour)).toBeNull();
  }
  expect(stuckFor('WORKING', null, thresholds, 1000 * hour)).toBeNull();
  expect(stuckFor('WORKING', 0, undefined, 1000 * hour)).toBeNull();
});
