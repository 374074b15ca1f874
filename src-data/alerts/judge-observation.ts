import { alertLimits } from '#shared/alert-limits.ts';
import type { AlertOf, AlertRule, AlertWhen } from '#shared/console-contract/alerts-calls.ts';
import type { StuckHours } from '#shared/console-contract/settings-calls.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import { stuckAfterMs } from '#shared/stuck.ts';

const hourMs = 60 * 60_000;
export const manyWithinMs = hourMs;

/** One migration as it was just seen. Times in ms since 1970. */
interface JudgedObservation {
  readonly migrationId: string;
  readonly status: string;
  readonly at: number;
  /** The status that was seen before; null at the first sight. */
  readonly before: string | null;
  readonly created: number;
  readonly companyId: string | null;
  readonly userId: string | null;
  /** Start of the time in the status, in ms; NaN if unknown. Reads the timeline. */
  readonly since: () => number;
}

export interface JudgeTerms {
  readonly rules: readonly AlertRule[];
  readonly watched: ReadonlySet<string>;
  readonly stuckHours: StuckHours;
  readonly begun: number;
}

/** One alert per observation, even if several rules match. */
interface Verdict {
  /** Deduplication key: one alert per subject, however many rules match and however often it is observed. */
  readonly about: string;
  readonly rule: AlertRule;
  /** Time in the status in ms; null right after a change. */
  readonly stayedMs: number | null;
  readonly notifies: boolean;
}

const isOf = (of: AlertOf, observation: JudgedObservation, watched: ReadonlySet<string>): boolean => {
  if (of.kind === 'any') return true;
  if (of.kind === 'watched') return watched.has(observation.migrationId);
  if (of.kind === 'company') return observation.companyId === of.id;
  return observation.userId?.toLowerCase() === of.id.toLowerCase();
};

/** How long a migration may stay in its status before a rule speaks; infinite for a rule that is about something else. */
const limitOf = (when: AlertWhen, status: string, stuckHours: StuckHours): number => {
  if (when.kind === 'stuck') return stuckAfterMs(status, stuckHours);
  if (when.kind === 'waiting' && status === 'PENDING_USER_INPUT') return when.hours * hourMs;
  return Number.POSITIVE_INFINITY;
};

const aboutOf = ({ id, when }: AlertRule): string => {
  if (when.kind === 'stuck') return 'stuck';
  // Each rule counts for itself.
  if (when.kind === 'many') return `many ${id}`;
  return when.kind === 'waiting' ? `waiting ${when.hours}` : 'change';
};

/**
 * What the rules say to a sight (C50). What was stuck, or had ended, before a rule was made is no news: the queue of what needs
 * attention has it.
 */
export function judgeObservation(
  observation: JudgedObservation,
  { rules, watched, stuckHours, begun }: JudgeTerms,
): Verdict[] {
  const { status, before, at, created } = observation;
  const isChange = before !== null && before !== status;
  /** Time in the status, null for a change, undefined if the rule doesn't match. */
  const says = ({ when, since: madeAt }: AlertRule): number | null | undefined => {
    const newsFrom = madeAt === null ? begun : Date.parse(madeAt);
    if (when.kind === 'change') return isChange ? null : undefined;
    if (when.kind === 'status' || when.kind === 'many') {
      // Alerts are forgotten with the list, counts after an hour: anything older must not alert again.
      const forgottenMs = when.kind === 'many' ? manyWithinMs : alertLimits.days * 24 * hourMs;
      const isNew = before === null && created >= Math.max(newsFrom, at - forgottenMs);
      return when.status === status && (isChange || isNew) ? null : undefined;
    }
    const limit = limitOf(when, status, stuckHours);
    // It came to its status after it was created: most rows need no look into the timeline.
    if (neverChanges(status) || isChange || created + limit > at) return undefined;
    const since = observation.since();
    return since + limit <= at && since + limit >= newsFrom ? at - since : undefined;
  };
  const verdicts = new Map<string, Verdict>();
  for (const rule of rules) {
    const stayedMs = rule.isOn && isOf(rule.of, observation, watched) ? says(rule) : undefined;
    if (stayedMs === undefined) continue;
    const about = aboutOf(rule);
    const first = verdicts.get(about) ?? { about, rule, stayedMs, notifies: false };
    verdicts.set(about, { ...first, notifies: first.notifies || rule.notifies });
  }
  return [...verdicts.values()];
}
