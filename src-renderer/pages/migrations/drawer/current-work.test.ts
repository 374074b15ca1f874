import { expect, test } from 'vitest';
import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import { currentWork } from './current-work.ts';

const now = new Date('2026-11-20T12:04:10.000Z');
const cause = { code: 'source_unavailable', message: '', party: 'source', next_step: '' };
const entry = (time: string, step: string, detail: Record<string, string | number>) => ({
  id: time,
  at: `2026-11-20T${time}.000Z`,
  step,
  detail,
});
const collection = (name: string, total: number, pending: number, isCounted = true) => ({
  name,
  kind: 'invoices',
  total,
  pending,
  is_counted: isCounted,
});
const report = { ended: null, collections: [collection('Inbox', 10, 0), collection('invoices', 6_040, 3_356)] };

test('a running copy shows the collection and the progress', () => {
  const facts = { activity: null, report: report as unknown as ReportView };
  expect(currentWork('WORKING', facts, now)).toBe('Copying Invoices: 2,684 of 6,040 items.');
  expect(currentWork('FAILED', facts, now)).toBeNull();
  const uncounted = { ...report, collections: [collection('Inbox', 10, 0, false)] } as unknown as ReportView;
  expect(currentWork('WORKING', { activity: null, report: uncounted }, now)).toBe(
    'Copying Inbox: 10 of at least 10 items.',
  );
});

test('a copy shows the remaining time, and why it is longer than before', { tags: '@X34' }, () => {
  const remaining = { seconds: 180, because: 'slower_source' };
  const activity = { cause: null, results: [], remaining };
  const facts = { activity, report: report as unknown as ReportView };
  expect(currentWork('WORKING', facts, now)).toBe(
    'Copying Invoices: 2,684 of 6,040 items. About 3 min left. The source is slower than before.',
  );
  const unknown = { ...facts, activity: { ...activity, remaining: { seconds: 30, because: 'new' } } };
  expect(currentWork('WORKING', unknown, now)).toMatch(/ items\. About 30 s left\.$/);
  const inherited = { ...facts, activity: { ...activity, remaining: { seconds: 30, because: 'constructor' } } };
  expect(currentWork('WORKING', inherited, now)).toMatch(/ items\. About 30 s left\.$/);
  const ending = { ...facts, activity: { ...activity, remaining: { seconds: 0, because: null } } };
  expect(currentWork('WORKING', ending, now)).toMatch(/ items\.$/);
});

test('a waiting copy shows the reason, the start, the attempt and the time of the next attempt', () => {
  const results = [
    entry('12:00:10', 'waiting', { for: 'source_unavailable' }),
    entry('12:04:00', 'retried', { for: 'source_unavailable', times: 5, next_in_s: 40 }),
  ];
  const activity = { cause, results, remaining: null };
  expect(currentWork('WORKING', { activity, report: report as unknown as ReportView }, now)).toBe(
    "Waiting for 4 min because the source isn't responding: attempt 6, next in 30 s.",
  );
  // The migration copies again, so it has no cause.
  expect(currentWork('WORKING', { activity: { ...activity, cause: null }, report: null }, now)).toBeNull();
});
