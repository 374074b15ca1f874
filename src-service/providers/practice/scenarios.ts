import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import { practiceUserOf } from '#shared/service-control/practice-users.ts';
import { type ScenarioName, scenarioNames } from '#shared/service-control/sandbox-choices.ts';

/** `at` counts milliseconds of copying. */
export interface Milestone {
  readonly at: number;
  readonly event: Extract<MigrationEvent, 'question' | 'copied' | 'copied_with_gaps' | 'broke_off'>;
}

interface Scenario {
  /** Milliseconds of copying, without the time in which questions are open. */
  readonly duration: number;
  /** In chronological order. The last milestone finishes the migration. */
  readonly milestones: readonly Milestone[];
  readonly givesUpAfterMs?: number;
  readonly gaps?: number;
  /** Number of customers that exist on both sides, for the question about duplicates. */
  readonly duplicates?: number;
}

const second = 1_000;

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  good: { duration: 8 * second, milestones: [{ at: 8 * second, event: 'copied' }] },
  partial: { duration: 8 * second, milestones: [{ at: 8 * second, event: 'copied_with_gaps' }], gaps: 14 },
  failing: { duration: 8 * second, milestones: [{ at: 4 * second, event: 'broke_off' }] },
  slow: { duration: 180 * second, milestones: [{ at: 180 * second, event: 'copied' }] },
  needs_input: {
    duration: 8 * second,
    duplicates: 12,
    milestones: [
      { at: 3 * second, event: 'question' },
      { at: 8 * second, event: 'copied' },
    ],
  },
  abandons: {
    duration: 8 * second,
    milestones: [{ at: 8 * second, event: 'copied' }],
    givesUpAfterMs: 5 * second,
  },
};

/** Scenario of a practice user: `partial@example.com`, `needs-input+7@example.com`, or `slow` alone. */
export const scenarioOfUser = (user: string): ScenarioName | undefined =>
  scenarioNames.find((name) => name === practiceUserOf(user)?.replaceAll('-', '_'));
