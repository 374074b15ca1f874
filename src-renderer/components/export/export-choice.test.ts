import { expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { scopeLines } from './export-choice.ts';

const loaded = { rows: 1284, total: 1284, phase: 'complete' } as LoadedState;
const plan = { rows: 1284, requests: 13, seconds: 3, asks: false };
const helps = (facts: Parameters<typeof scopeLines>[0]) => scopeLines(facts).map(({ help }) => help);

test('C15 each scope says its size and what it costs', () => {
  expect(helps({ pageRows: 25, loaded, plan })).toEqual([
    '25 rows, as the service has them now.',
    '1,284 rows.',
    'About 1,284 rows, read anew: 13 requests and about 5 s.',
  ]);
});

test('C15 what is not there cannot be chosen', () => {
  const none = { ...loaded, rows: 0, total: null, phase: 'none' } as LoadedState;
  const lines = scopeLines({ pageRows: null, loaded: none, plan: undefined });
  expect(lines.map(({ disabledBecause }) => disabledBecause)).toEqual([
    'No page is shown',
    'Nothing is loaded yet',
    null,
  ]);
  expect(lines[2]?.help).toBe('Every row, read anew: counting the requests.');
});

test('C15 rows of a load that goes on are not called all', () => {
  expect(helps({ pageRows: 1, loaded: { ...loaded, phase: 'loading', rows: 300 }, plan })[1]).toContain('not all');
});
