import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canFollow, hasEnded, type MigrationEvent, migrationSteps } from '#shared/migration-api/migration-steps.ts';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import { practiceProgress } from './practice-progress.ts';
import { newCopy } from './copy-state.ts';
import { advance, applyEvent, nextStepAt, newRun, type Run } from './run.ts';
import { scenarioOfUser } from '../providers/practice/scenarios.ts';

const start = (scenario: (typeof scenarioNames)[number]): Run =>
  newRun({ userId: 'a@b.example', now: 1_000, sessionExpires: 3_601_000, scenario });

const steps = (run: Run, events: readonly MigrationEvent[], at: number): Run =>
  events.reduce<Run>((current, event) => applyEvent(current, event, at) ?? current, run);

describe('steps of a migration', { tags: '@X1' }, () => {
  test('the step table allows exactly the documented steps', () => {
    const allowed = migrationStatuses.flatMap((from) =>
      migrationStatuses.filter((to) => canFollow(from, to)).map((to) => `${from} ${to}`),
    );
    expect(allowed.sort()).toEqual(
      [
        'NOT_READY NOT_STARTED',
        'NOT_READY LOGIN_ABANDONED',
        'NOT_STARTED WORKING',
        'NOT_STARTED FAILED',
        'WORKING PENDING_USER_INPUT',
        'WORKING COMPLETE',
        'WORKING COMPLETED_WITH_FAILURES',
        'WORKING FAILED',
        'PENDING_USER_INPUT WORKING',
        'PENDING_USER_INPUT FAILED',
      ].sort(),
    );
  });

  test('four statuses are terminal', () => {
    const endedStatuses = migrationStatuses.filter(hasEnded);
    expect([...endedStatuses].sort()).toEqual(['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED', 'LOGIN_ABANDONED']);
  });
});

describe('engine', { tags: '@X1' }, () => {
  const startedRun = (scenario: (typeof scenarioNames)[number]) =>
    steps(start(scenario), ['logged_in', 'started'], 10_000);

  test.each<[(typeof scenarioNames)[number], number, MigrationStatus]>([
    ['good', 17_999, 'WORKING'],
    ['good', 18_000, 'COMPLETE'],
    ['partial', 18_000, 'COMPLETED_WITH_FAILURES'],
    ['failing', 14_000, 'FAILED'],
    ['slow', 189_999, 'WORKING'],
    ['slow', 190_000, 'COMPLETE'],
    ['needs_input', 13_000, 'PENDING_USER_INPUT'],
  ])('the scenario %s, started at 10 s: at %i ms, the status is %s', (scenario, now, status) => {
    expect(advance(startedRun(scenario), now).status).toBe(status);
  });

  test('a question pauses the copy, which continues after the answer', () => {
    const request = advance(startedRun('needs_input'), 999_000);
    expect(request).toMatchObject({ status: 'PENDING_USER_INPUT', since: 13_000, copiedMs: 3_000 });
    expect(nextStepAt(request)).toBeNull();
    const answered = steps(request, ['answered'], 500_000);
    expect(advance(answered, 504_999).status).toBe('WORKING');
    expect(advance(answered, 505_000).status).toBe('COMPLETE');
  });

  test('an unfinished login ends with the session, and a login without a copy ends after an hour', () => {
    expect(advance(start('good'), 3_600_999).status).toBe('NOT_READY');
    expect(advance(start('good'), 3_601_000)).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'session_over' });
    const loggedIn = steps(start('good'), ['logged_in'], 5_000);
    expect(advance(loggedIn, 3_604_999).status).toBe('NOT_STARTED');
    expect(advance(loggedIn, 3_605_000)).toMatchObject({ status: 'FAILED', reason: 'abandoned' });
  });

  test('a waiting copy fails after its session has expired and the time to resume is over', () => {
    const copy = newCopy('ada', []);
    const wait = (asks: 'login' | 'conflicts', at: number): Run => ({
      ...steps(startedRun('good'), ['question'], at),
      copy: { ...copy, asks },
    });
    for (const asks of ['login', 'conflicts'] as const) {
      expect(advance(wait(asks, 20_000), 3_600_999).status).toBe('PENDING_USER_INPUT');
      expect(advance(wait(asks, 20_000), 3_601_000)).toMatchObject({ status: 'FAILED', reason: 'session_over' });
      expect(advance(wait(asks, 3_590_000), 4_189_999).status).toBe('PENDING_USER_INPUT');
      expect(advance(wait(asks, 3_590_000), 4_190_000)).toMatchObject({ status: 'FAILED', since: 4_190_000 });
    }
    const abandoned = { ...startedRun('good'), copy: { ...copy, lease: { holder: 'x', until: 9_000_000 } } };
    expect(advance(abandoned, 9_599_999).status).toBe('PENDING_USER_INPUT');
    expect(advance(abandoned, 9_600_000).status).toBe('FAILED');
  });

  test('polling more or less often gives the same result, and an ended run never changes', () => {
    const events = Object.values(migrationSteps).flatMap((step) => Object.keys(step) as MigrationEvent[]);
    fc.assert(
      fc.property(
        fc.constantFrom(...scenarioNames),
        fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...events),
        (scenario, gaps, event) => {
          let stepwiseRun = startedRun(scenario);
          let now = 10_000;
          for (const gap of gaps) stepwiseRun = advance(stepwiseRun, (now += gap));
          expect(stepwiseRun).toEqual(advance(startedRun(scenario), now));
          const changed = hasEnded(stepwiseRun.status) ? applyEvent(stepwiseRun, event, now) : undefined;
          expect(changed).toBeUndefined();
        },
      ),
    );
  });

  test('the progress never decreases and never exceeds its total', () => {
    const id = '5fa2c6d7-1b2c-4d3e-8f90-a1b2c3d4128c';
    fc.assert(
      fc.property(
        fc.constantFrom(...scenarioNames),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 20 }),
        (scenario, gaps) => {
          let now = 10_000;
          let before = practiceProgress(startedRun(scenario), id, now);
          for (const gap of gaps) {
            now += gap;
            const after = practiceProgress(advance(startedRun(scenario), now), id, now);
            after.forEach(({ done, total }, index) => {
              expect(done).toBeGreaterThanOrEqual(before[index]?.done ?? 0);
              expect(done).toBeLessThanOrEqual(total);
            });
            before = after;
          }
        },
      ),
      { examples: [['partial', [1_389, 1_623, 4_174, 797, 17]]] },
    );
  });
});

test.each([
  ['good@x.example', 'good'],
  ['Needs-Input@x.example', 'needs_input'],
  ['needs_input+3@x.example', 'needs_input'],
  ['slow', 'slow'],
  ['slowly@x.example', undefined],
  ['x.slow@x.example', undefined],
  ['', undefined],
] as const)('the user name %j selects the scenario %s', { tags: '@X4' }, (name, scenario) => {
  expect(scenarioOfUser(name)).toBe(scenario);
});
