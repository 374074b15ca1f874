import { expect, test } from 'vitest';
import { scopeText } from './scope-text.ts';

const page = { scope: 'this page', active: 0, matching: [25, 25], isComplete: false } as const;
const loaded = { ...page, scope: 'all loaded', matching: [1284, 1284], isComplete: true } as const;

test.each([
  [page, 'Filters search this page only'],
  [{ ...page, active: 1, matching: [3, 25] }, '3 of 25 on this page match'],
  [loaded, 'Filters search all loaded rows'],
  [{ ...loaded, active: 2, matching: [31, 1284] }, '31 of 1,284 match, all loaded'],
  [{ ...loaded, isComplete: false, matching: [500, 500] }, 'Filters search all loaded rows'],
  [{ ...loaded, isComplete: false, active: 1, matching: [31, 500] }, '31 of 500 loaded match'],
] as const)('of %j one sentence says how far filters reach: %s', { tags: ['@C32', '@C33'] }, (facts, sentence) => {
  expect(scopeText(facts)[0]).toBe(sentence);
});
