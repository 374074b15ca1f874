import { expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { scopeLines } from './export-choice.ts';

const loaded = { rows: 1284, total: 1284, phase: 'complete' } as LoadedState;
const plan = { rows: 1284, requests: 13, seconds: 3 };
const helps = (facts: Parameters<typeof scopeLines>[0]) => scopeLines(facts).map(({ help }) => help);

test('each export scope shows its size and cost', { tags: '@C15' }, () => {
  expect(helps({ pageRows: 25, loaded, plan, isFiltered: false, matched: null })).toEqual([
    '25 rows, current data from the service.',
    '1,284 rows.',
  ]);
  const part = { ...loaded, rows: 300, phase: 'cancelled' } as LoadedState;
  expect(helps({ pageRows: null, loaded: part, plan, isFiltered: false, matched: null })).toEqual([
    "300 rows. Loading isn't complete.",
    'About 1,284 rows, downloaded again with 13 requests and about 5 s.',
  ]);
  const withGap = { ...loaded, rows: 1281, missing: 3 } as LoadedState;
  expect(helps({ pageRows: null, loaded: withGap, plan, isFiltered: false, matched: null })).toEqual([
    "1,281 rows. Loading isn't complete.",
    'About 1,284 rows, downloaded again with 13 requests and about 5 s.',
  ]);
});

test('an export offers only rows that exist', { tags: '@C15' }, () => {
  const none = { ...loaded, rows: 0, total: null, phase: 'none' } as LoadedState;
  expect(helps({ pageRows: null, loaded: none, plan: undefined, isFiltered: false, matched: null })).toEqual([
    'Every row, downloaded again with several requests.',
  ]);
});

test('an export offers selected rows first, with their count', { tags: '@C47' }, () => {
  const facts = { pageRows: 25, loaded, plan, isFiltered: false, matched: null };
  expect(scopeLines(facts).map(({ scope }) => scope)).toEqual(['page', 'loaded']);
  expect(scopeLines({ ...facts, selected: 1 })[0]).toMatchObject({ scope: 'chosen', help: '1 row.' });
});

test(
  'while rows are still loading, the export menu doesn\'t describe the loaded rows as "all"',
  { tags: '@C15' },
  () => {
    expect(
      helps({
        pageRows: 1,
        loaded: { ...loaded, phase: 'loading', rows: 300 },
        plan,
        isFiltered: false,
        matched: null,
      })[1],
    ).toContain("isn't complete");
  },
);

test('an export offers the number of rows that match the filters', { tags: '@C15' }, () => {
  const many = { ...loaded, rows: 20_000, total: 20_000 };
  expect(helps({ pageRows: null, loaded: many, plan, isFiltered: true, matched: 232 })).toEqual([
    '232 of 20,000 rows match the filters.',
  ]);
  expect(helps({ pageRows: null, loaded: many, plan, isFiltered: true, matched: null })).toEqual([
    'Matching rows of 20,000 rows.',
  ]);
  expect(helps({ pageRows: 25, loaded: undefined, plan, isFiltered: true, matched: null })[1]).toBe(
    'Matching rows of about 1,284 rows, downloaded again with 13 requests and about 5 s.',
  );
});
