import { expect, test } from 'vitest';
import { scopeText } from './scope-text.ts';

const complete = { phase: 'complete', rows: 1284, missing: 0 } as const;
const part = { phase: 'paused', rows: 500, missing: null } as const;

test.each([
  [{ active: 0, matched: null, state: undefined }, 'Filters search all rows'],
  [{ active: 0, matched: 1284, state: complete }, 'Filters search all rows'],
  [{ active: 2, matched: 31, state: complete }, '31 of 1,284 rows match'],
  [{ active: 0, matched: 500, state: part }, 'Filters search 500 loaded rows'],
  [{ active: 1, matched: 31, state: part }, '31 of 500 loaded rows match'],
  [{ active: 1, matched: 31, state: { ...complete, missing: 3 } }, '31 of 1,284 loaded rows match'],
  [{ active: 1, matched: 31, state: complete, work: { name: 'Sorting' } }, 'Sorting 1,284 rows…'],
] as const)('the note about filters for %j says: %s', { tags: ['@C32', '@C33'] }, (facts, sentence) => {
  expect(scopeText(facts)[0]).toBe(sentence);
});
