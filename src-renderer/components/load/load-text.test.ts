import { expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { nextRefreshAt } from '../listing/refresh/auto-refresh.ts';
import { doneText, gapsText, loadAge, loadedText, paceText, planText, waitText } from './load-text.ts';

test.each([
  [0, '5 s'],
  [800, '5 s'],
  [11_000, '15 s'],
  [80_000, '80 s'],
  [95_000, '2 min'],
  [3_600_000, '1 h'],
  [4_780_000, '1 h 20 min'],
])('a wait of %i ms is shown as %j', { tags: '@C33' }, (ms, text) => {
  expect(waitText(ms)).toBe(text);
});

test(
  'progress has a total only if it is known, and rows added during the load never exceed 100 %',
  { tags: '@C33' },
  () => {
    expect(doneText({ rows: 3400, total: 12_840 })).toBe('3,400 of 12,840');
    expect(doneText({ rows: 3400, total: null })).toBe('3,400');
    expect(doneText({ rows: 1285, total: 1284 })).toBe('1,285 of 1,285');
    expect(paceText({ rowsPerSecond: 849.6, remainingMs: 11_000 })).toBe('850 rows a second, 15 s left');
    expect(paceText({ rowsPerSecond: null, remainingMs: null })).toBe('');
  },
);

test('the load plan shows the requests and the time, or that both are unknown', { tags: '@C33' }, () => {
  expect(planText({ requests: 129, seconds: 100 })).toBe('129 requests and about 2 min');
  expect(planText({ requests: 1, seconds: null })).toBe('1 request');
  expect(planText({ requests: null, seconds: null })).toContain('unknown');
});

test('loaded rows show their load time', { tags: '@C33' }, () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).toISOString();
  const span = { startedAt: at(14, 1), finishedAt: at(14, 14), toppedUpAt: null };
  expect(loadedText(span)).toBe('loaded 14:01 to 14:14');
  expect(loadedText({ ...span, finishedAt: at(14, 1) })).toBe('loaded 14:01');
  expect(loadedText({ ...span, toppedUpAt: at(15, 2) })).toBe('loaded 14:01 to 14:14, updated 15:02');
  expect(loadedText({ startedAt: null, finishedAt: null, toppedUpAt: null })).toBe('');
});

test('missing rows are mentioned only if rows are missing', { tags: '@C33' }, () => {
  expect(gapsText({ missing: 3, unreadable: 1 })).toBe("3 may be missing, 1 couldn't be loaded");
  expect(gapsText({ missing: 0, unreadable: 0 })).toBe('');
  expect(gapsText({ missing: null, unreadable: 0 })).toBe('');
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();
const loaded = { isTopUp: false, rows: 3, finishedAt: at(10), toppedUpAt: null, problem: null };
const stateOf = (more: object) => ({ ...loaded, ...more }) as LoadedState;
const problem = { code: 'not_found', at: at(50) };

test('rows are as old as the last successful load or top-up, and stale after a failed top-up', { tags: '@C10' }, () => {
  expect(loadAge(undefined)).toEqual({ rowsAt: 0, triedAt: 0, isStale: false });
  expect(loadAge(stateOf({}))).toMatchObject({ rowsAt: Date.parse(at(10)), isStale: false });
  expect(loadAge(stateOf({ toppedUpAt: at(40) }))).toMatchObject({ rowsAt: Date.parse(at(40)) });
  expect(loadAge(stateOf({ isTopUp: true, problem }))).toMatchObject({ rowsAt: Date.parse(at(10)), isStale: true });
  expect(loadAge(stateOf({ isTopUp: true, rows: 0, problem })).isStale).toBe(false);
});

test('a failed top-up is not tried again before its time', { tags: ['@C36', '@F11'] }, () => {
  const { triedAt } = loadAge(stateOf({ isTopUp: true, problem }));
  const facts = { seconds: 30, triedAt, reading: false, pageHidden: false, errorCode: 'not_found' } as const;
  expect(nextRefreshAt(facts)).toBe(Date.parse(at(80)));
});
