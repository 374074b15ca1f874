import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import { practiceUserOf } from '#shared/service-control/practice-users.ts';
import { type ScenarioName, scenarioNames } from '#shared/service-control/sandbox-choices.ts';

/** An event after this many milliseconds of copying. */
export interface Milestone {
  readonly at: number;
  readonly event: Extract<MigrationEvent, 'question' | 'copied' | 'copied_with_gaps' | 'broke_off'>;
}

interface Scenario {
  /** Milliseconds of copying for everything; pauses for questions do not count. */
  readonly duration: number;
  /** In the order of time; the last one ends the migration. */
  readonly milestones: readonly Milestone[];
  /** Milliseconds after which the end user gives the login up. */
  readonly givesUpAfter?: number;
  /** Attachments that do not arrive. */
  readonly gaps?: number;
  /** Customers that the question is about: they are in both places. */
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
    givesUpAfter: 5 * second,
  },
};

/** Scenario of a practice user: `partial@example.com`, `needs-input+7@example.com`, or `slow` alone. */
export const scenarioOfUser = (user: string): ScenarioName | undefined =>
  scenarioNames.find((name) => name === practiceUserOf(user)?.replaceAll('-', '_'));
