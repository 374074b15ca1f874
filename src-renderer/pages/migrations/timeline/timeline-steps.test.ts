import { expect, test } from 'vitest';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { timelineSteps } from './timeline-steps.ts';

const minute = 60_000;
const iso = (minutes: number): string => new Date(minutes * minute).toISOString();
const change = (status: string, at: number, until: number, more: Partial<TimelineChange> = {}): TimelineChange => ({
  status,
  at: iso(at),
  until: iso(until),
  unseenMs: null,
  possible: true,
  clockSetBack: false,
  ...more,
});

test(
  'a status whose end was observed lasts until the next status, and otherwise until its last observation',
  { tags: '@W1' },
  () => {
    const steps = timelineSteps(
      [
        change('NOT_STARTED', 0, 1),
        change('WORKING', 2, 5),
        change('PENDING_USER_INPUT', 27, 28, { unseenMs: 22 * minute }),
      ],
      30 * minute,
    );
    expect(
      steps.map((step) => [step.kind === 'gap' ? 'gap' : step.status, step.durationMs && step.durationMs / minute]),
    ).toEqual([
      ['NOT_STARTED', 2],
      ['WORKING', 3],
      ['gap', 22],
      ['PENDING_USER_INPUT', 3],
    ]);
    expect(steps.at(-1)).toMatchObject({ current: true, isRepeated: false });
    // Only the directly observed change has a known time. The other entries are first observations.
    expect(steps.map((step) => step.kind === 'status' && step.isStartObserved)).toEqual([false, true, false, false]);
  },
);

test('a final status has no duration, and a status observed once has an unknown duration', { tags: '@W1' }, () => {
  const steps = timelineSteps(
    [change('WORKING', 0, 0), change('COMPLETE', 60, 60, { unseenMs: 60 * minute })],
    99 * minute,
  );
  expect(steps.map(({ durationMs }) => durationMs)).toEqual([null, 60 * minute, null]);
});

test('the same status after a gap continues, and an impossible transition is marked', { tags: '@W1' }, () => {
  const steps = timelineSteps(
    [
      change('WORKING', 0, 1),
      change('WORKING', 20, 20, { unseenMs: 19 * minute, possible: null }),
      change('NOT_READY', 21, 21, { possible: false }),
    ],
    22 * minute,
  );
  expect(steps.map((step) => (step.kind === 'gap' ? null : [step.isRepeated, step.odd]))).toEqual([
    [false, false],
    null,
    [true, false],
    [false, true],
  ]);
});

test(
  'no duration is negative after the clock was set back, and the affected entry is marked',
  { tags: ['@W1', '@F6'] },
  () => {
    const steps = timelineSteps(
      [change('WORKING', 1_440, 1_445), change('FAILED', 5, 6, { clockSetBack: true })],
      minute,
    );
    expect(steps.map((step) => step.kind === 'status' && [step.durationMs, step.setBack])).toEqual([
      [5 * minute, false],
      [null, true],
    ]);
  },
);
