import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Alert, AlertNotice } from '#shared/console-contract/alerts-calls.ts';
import { linesByDay } from './alert-days.ts';

const now = new Date('2026-11-20T14:32:00.000Z');
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
const alertOf = (id: number, minutes: number): Alert => ({ id, at: ago(minutes) }) as Alert;
const minutes = fc.array(fc.nat(5 * 24 * 60), { maxLength: 12 });
const newestFirst = (times: readonly number[]): number[] => [...times].sort((one, other) => one - other);

test(
  'the list of alerts shows every entry once, newest first, and joins gaps only if nothing lies between them',
  { tags: '@C50' },
  () => {
    fc.assert(
      fc.property(minutes, minutes, minutes, (reported, gaps, quiets) => {
        const alerts = newestFirst(reported).map((at, place) => alertOf(place, at));
        const notices = [
          ...gaps.map((at): AlertNotice => ({ kind: 'gap', from: ago(at + 10), to: ago(at), why: [] })),
          ...quiets.map((at): AlertNotice => ({ kind: 'quiet', from: ago(at + 10), to: ago(at), count: 1, what: [] })),
        ].sort((one, other) => (other.to ?? '').localeCompare(one.to ?? ''));
        const days = linesByDay(alerts, notices, true, now);
        const lines = days.flatMap(([, ofDay]) => ofDay);
        expect(new Set(days.map(([name]) => name)).size).toBe(days.length);
        const parts = lines.flatMap((line): readonly (Alert | AlertNotice)[] => ('at' in line ? [line] : line.notices));
        expect(parts).toHaveLength(alerts.length + notices.length);
        expect(new Set(parts).size).toBe(parts.length);
        const times = parts.map((part) => ('at' in part ? part.at : (part.to ?? '')));
        expect(times).toEqual([...times].sort((one, other) => other.localeCompare(one)));
        for (const [, ofDay] of days)
          for (const [place, line] of ofDay.entries()) {
            const before = ofDay[place - 1];
            const isGap = (each: typeof before) => each && 'notices' in each && each.notices[0].kind === 'gap';
            expect(isGap(line) && isGap(before)).toBeFalsy();
          }
      }),
    );
  },
);

test('notices older than the last loaded alert are hidden until older alerts load', { tags: '@C50' }, () => {
  const notices: AlertNotice[] = [
    { kind: 'gap', from: ago(8), to: null, why: [] },
    { kind: 'gap', from: ago(400), to: ago(300), why: [] },
  ];
  const kinds = (isWhole: boolean) =>
    linesByDay([alertOf(1, 100)], notices, isWhole, now).flatMap(([, ofDay]) =>
      ofDay.map((line) => ('at' in line ? 'alert' : line.notices[0].kind)),
    );
  expect(kinds(false)).toEqual(['gap', 'alert']);
  expect(kinds(true)).toEqual(['gap', 'alert', 'gap']);
});
