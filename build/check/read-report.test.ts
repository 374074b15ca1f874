import { expect, test } from 'vitest';
import { countPlaywright, countVitest, judge } from './read-report.ts';

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };

test('suite counts: Vitest’s tests, and a file that could not be loaded as one that failed', () => {
  expect(countVitest(vitest)).toEqual({ passed: 3, failed: 0, skipped: 1 });
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
  ];
  expect(countVitest({ ...vitest, numFailedTests: 1, testResults }).failed).toBe(2);
});

test('suite counts: Playwright’s tests; one that passed in a second try only has failed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3, skipped: 2 });
});

test('[fault] (F23) suite counts: no report, no test, or a bad end outside the tests is a failure with its reason', () => {
  const passed = { passed: 2, failed: 0, skipped: 0 };
  expect(judge(passed, 0)).toEqual(passed);
  expect(judge({ ...passed, failed: 1 }, 1)).toEqual({ ...passed, failed: 1 });
  expect(judge(null, 0)).toMatchObject({ failed: 1, reason: 'it ended without a report' });
  expect(judge({ passed: 0, failed: 0, skipped: 5 }, 0)).toMatchObject({ failed: 1, reason: 'it ran no test' });
  expect(judge(passed, 3)).toMatchObject({ passed: 2, failed: 1, reason: 'its program ended with code 3' });
});
