import { expect, test } from 'vitest';
import { funnelLines } from './funnel-lines.ts';

const steps = (...sessions: readonly number[]) =>
  sessions.map((count, index) => ({ step: ['opened', 'signed_in', 'ended'][index] ?? '', sessions: count }));

test('each line of the funnel names the step before which the most sessions were lost', () => {
  const period = { since: '2026-11-13T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z' };
  const providers = [
    { provider: 'Ledgerline', sessions: 10, steps: steps(10, 4, 3), statuses: { COMPLETE: 3 } },
    { provider: null, sessions: 2, steps: steps(2, 2, 2), statuses: {} },
  ];
  const lines = funnelLines({ ...period, sessions: 12, steps: steps(12, 6, 5), statuses: {}, providers });
  expect(lines.map(({ provider, worst }) => [provider, worst])).toEqual([
    [undefined, 'signed_in'],
    ['Ledgerline', 'signed_in'],
    [null, null],
  ]);
  expect(lines[1]?.steps.map(({ lost }) => lost)).toEqual([0, 6, 1]);
});

test('a session whose copy still runs does not count as lost', () => {
  const period = { since: '2026-11-13T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z' };
  const statuses = { WORKING: 2, PENDING_USER_INPUT: 1, FAILED: 1 };
  const [all] = funnelLines({ ...period, sessions: 5, steps: steps(5, 5, 1), statuses, providers: [] });
  expect(all?.steps.map(({ lost }) => lost)).toEqual([0, 0, 1]);
});
