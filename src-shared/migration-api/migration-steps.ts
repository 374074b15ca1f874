import type { MigrationStatus } from './migration-status.ts';

export type MigrationEvent =
  | 'logged_in'
  | 'login_given_up'
  | 'session_over'
  | 'started'
  | 'left_alone'
  | 'question'
  | 'answered'
  | 'copied'
  | 'copied_with_gaps'
  | 'broke_off';

type Steps = Readonly<Partial<Record<MigrationEvent, MigrationStatus>>>;

/** State machine of a migration (specification, "States and transitions"): status, event, next status. */
export const migrationSteps: Readonly<Record<MigrationStatus, Steps>> = {
  NOT_READY: { logged_in: 'NOT_STARTED', login_given_up: 'LOGIN_ABANDONED', session_over: 'LOGIN_ABANDONED' },
  NOT_STARTED: { started: 'WORKING', left_alone: 'FAILED', broke_off: 'FAILED' },
  WORKING: {
    question: 'PENDING_USER_INPUT',
    copied: 'COMPLETE',
    copied_with_gaps: 'COMPLETED_WITH_FAILURES',
    broke_off: 'FAILED',
  },
  PENDING_USER_INPUT: { answered: 'WORKING', session_over: 'FAILED' },
  COMPLETE: {},
  COMPLETED_WITH_FAILURES: {},
  FAILED: {},
  LOGIN_ABANDONED: {},
};

export const canFollow = (from: MigrationStatus, to: MigrationStatus): boolean =>
  Object.values(migrationSteps[from]).includes(to);

/** Whether the status is final: no transition leaves it. */
export const hasEnded = (status: MigrationStatus): boolean => Object.keys(migrationSteps[status]).length === 0;

/** Like `hasEnded`, for a status from a service. An undocumented status may still change. */
export const isFinalStatus = (status: string): boolean =>
  Object.hasOwn(migrationSteps, status) && hasEnded(status as MigrationStatus);
