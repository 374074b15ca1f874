import { expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { nextRefreshAt } from '../../listing/refresh/auto-refresh.ts';
import { loadAge } from './load-age.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();
const loaded = { isTopUp: false, rows: 3, finishedAt: at(10), toppedUpAt: null, problem: null };
const stateOf = (more: object) => ({ ...loaded, ...more }) as LoadedState;
const problem = { code: 'not_found', at: at(50) };

test('C10 rows are as old as the last load or top-up that ended well, and stale while one of these fails', () => {
  expect(loadAge(undefined)).toEqual({ rowsAt: 0, triedAt: 0, isStale: false });
  expect(loadAge(stateOf({}))).toMatchObject({ rowsAt: Date.parse(at(10)), isStale: false });
  expect(loadAge(stateOf({ toppedUpAt: at(40) }))).toMatchObject({ rowsAt: Date.parse(at(40)) });
  expect(loadAge(stateOf({ isTopUp: true, problem }))).toMatchObject({ rowsAt: Date.parse(at(10)), isStale: true });
  expect(loadAge(stateOf({ isTopUp: true, rows: 0, problem })).isStale).toBe(false);
});

test('C36 [fault] (F11) a top-up that failed is not tried again before its time', () => {
  const { triedAt } = loadAge(stateOf({ isTopUp: true, problem }));
  const facts = { seconds: 30, triedAt, reading: false, pageHidden: false, errorCode: 'not_found' } as const;
  expect(nextRefreshAt(facts)).toBe(Date.parse(at(80)));
});
