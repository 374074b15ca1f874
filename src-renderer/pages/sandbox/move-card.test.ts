import { expect, test } from 'vitest';
import { nextStatuses } from './move-card.tsx';

test.each([
  ['NOT_READY', ['NOT_STARTED', 'LOGIN_ABANDONED']],
  ['WORKING', ['PENDING_USER_INPUT', 'COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED']],
  ['COMPLETE', []],
  ['PAUSED', []],
])('a migration in the status %s can be moved to %j', { tags: '@W4' }, (from, to) =>
  expect(nextStatuses(from)).toEqual(to),
);
