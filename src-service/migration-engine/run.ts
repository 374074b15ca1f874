import { type MigrationEvent, migrationSteps } from '#shared/migration-api/migration-steps.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { EndReason } from '#shared/modal-messages/modal-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import type { CopyState } from './copy-state.ts';
import { type Login, newLogin } from '../providers/login.ts';
import { type Milestone, scenarioOfUser, scenarios } from '../providers/practice/scenarios.ts';
import type { SourceProvider } from '../providers/source-provider.ts';

/** Position in a migration's activity. Stored with the run, so that a change needs no read. */
interface ActivityState {
  readonly number: number;
  /** Key of the last entry. A new entry with the same key replaces the last entry. */
  readonly last: string;
  /** Number of occurrences of the last entry, from 1. */
  readonly times: number;
}

/** Stored state of one migration. Times are milliseconds since 1970. */
export interface Run {
  readonly status: MigrationStatus;
  readonly scenario: ScenarioName;
  /** True if a control call set the scenario. Practice user names then don't change the scenario. */
  readonly scenarioIsFixed: boolean;
  readonly created: number;
  readonly sessionExpires: number;
  readonly since: number;
  /** Milliseconds of copying before the run last became WORKING. */
  readonly copiedMs: number;
  readonly begun: number | null;
  readonly asked: boolean;
  readonly provider: string | null;
  readonly login?: Login;
  /** Null until the login completes, and while the end user logs in again. */
  readonly companyName: string | null;
  readonly reason: EndReason | null;
  /** True after the modal's page has loaded. */
  readonly opened?: true;
  /** Absent in runs of an earlier version. */
  readonly activity?: ActivityState;
  /** Absent for practice copies. */
  readonly copy?: CopyState;
}

/** A migration is abandoned if its copy doesn't start within this time after login. */
const leftAloneAfterMs = 3_600_000;

/** After losing the store, an instance keeps its logins in memory and resumes their copies within this time. */
const holderReturnMs = 600_000;

export const hasStarted = (run: Run): boolean => run.begun !== null;

export const copiedBy = (run: Run, now: number): number =>
  run.copiedMs + (run.status === 'WORKING' ? Math.max(now - run.since, 0) : 0);

const nextMilestone = (run: Run): Milestone | undefined =>
  scenarios[run.scenario].milestones.find(({ event }) => event !== 'question' || !run.asked);

const upcomingEvent = (run: Run): { at: number; event: MigrationEvent } | undefined => {
  switch (run.status) {
    case 'NOT_READY': {
      const { givesUpAfterMs = Infinity } = scenarios[run.scenario];
      const givenUpAt = run.created + givesUpAfterMs;
      return givenUpAt < run.sessionExpires
        ? { at: givenUpAt, event: 'login_given_up' }
        : { at: run.sessionExpires, event: 'session_over' };
    }
    case 'NOT_STARTED':
      return { at: run.since + leftAloneAfterMs, event: 'left_alone' };
    case 'WORKING': {
      // If the lease ends, the instance with the password has stopped, so the end user must log in again.
      if (run.copy !== undefined) return { at: run.copy.lease.until, event: 'question' };
      const milestone = nextMilestone(run);
      return milestone && { at: run.since + Math.max(milestone.at - run.copiedMs, 0), event: milestone.event };
    }
    case 'PENDING_USER_INPUT':
      // After the session, the question can't be answered. The next modal starts a new migration.
      return run.copy && { at: Math.max(run.since + holderReturnMs, run.sessionExpires), event: 'session_over' };
    default:
      return undefined;
  }
};

/** Time of the engine's next step. Null if the run ended or waits for the end user. */
export const nextStepAt = (run: Run): number | null => upcomingEvent(run)?.at ?? null;

const reasons: Partial<Record<MigrationEvent, EndReason>> = {
  login_given_up: 'closed',
  session_over: 'session_over',
  left_alone: 'abandoned',
  broke_off: 'provider_failed',
};

const reasonOf = ({ copy }: Run, event: MigrationEvent): EndReason | null => {
  const kind = event === 'broke_off' ? copy?.trouble?.kind : undefined;
  if (kind === 'service_interrupted') return 'service_failed';
  if (kind === 'too_much_data') return 'too_much';
  return kind?.startsWith('destination_') ? 'destination_failed' : (reasons[event] ?? null);
};

export const applyEvent = (run: Run, event: MigrationEvent, at: number): Run | undefined => {
  const status = migrationSteps[run.status][event];
  if (status === undefined) return undefined;
  return {
    ...run,
    status,
    since: at,
    copiedMs: copiedBy(run, at),
    ...(event === 'started' && { begun: at }),
    ...(event === 'question' && { asked: true }),
    reason: reasonOf(run, event),
  };
};

/** Takes the first step that is due by `now`, at its due time. Returns the same run if no step is due. */
export const takeDueStep = (run: Run, now: number): Run => {
  const next = upcomingEvent(run);
  if (next === undefined || next.at > now) return run;
  const nextRun = applyEvent(run, next.event, next.at) ?? run;
  const isAbandonedCopy = next.event === 'question' && nextRun.copy !== undefined;
  return isAbandonedCopy ? { ...nextRun, copy: { ...nextRun.copy, asks: 'login' } } : nextRun;
};

export const advance = (run: Run, now: number): Run => {
  const nextRun = takeDueStep(run, now);
  return nextRun === run ? run : advance(nextRun, now);
};

interface NewRun {
  readonly userId: string;
  readonly now: number;
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly sessionExpires: number;
  /** Set by a control call. Overrides practice user names. */
  readonly scenario?: ScenarioName | undefined;
  readonly provider?: Pick<SourceProvider, 'name' | 'firstStep'> | undefined;
  readonly userName?: string | null | undefined;
  readonly copy?: CopyState | undefined;
}

export const loginOf = (run: Run): Login => run.login ?? newLogin();

export const newRun = ({ userId, now, sessionExpires, scenario, provider, userName, copy }: NewRun): Run => ({
  status: 'NOT_READY',
  scenario: scenario ?? scenarioOfUser(userId) ?? 'good',
  scenarioIsFixed: scenario !== undefined,
  created: now,
  sessionExpires,
  since: now,
  copiedMs: 0,
  begun: null,
  asked: false,
  provider: provider?.name ?? null,
  login: newLogin(userName, provider?.firstStep),
  companyName: null,
  reason: null,
  ...(copy && { copy }),
});
