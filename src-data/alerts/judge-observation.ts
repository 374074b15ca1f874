import { alertLimits } from '#shared/alert-limits.ts';
import type { AlertScope, AlertRule, AlertCondition } from '#shared/console-contract/alerts-calls.ts';
import type { StuckHours } from '#shared/console-contract/settings-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { stuckAfterMs } from '#shared/stuck.ts';

const hourMs = 60 * 60_000;
export const manyWithinMs = hourMs;

/** Times are in ms since 1970. */
interface JudgedObservation {
  readonly migrationId: string;
  readonly status: string;
  readonly at: number;
  readonly before: string | null;
  readonly created: number;
  readonly companyId: string | null;
  readonly userId: string | null;
  /** Reads from the timeline when the migration entered its status. NaN if unknown. */
  readonly since: () => number;
}

export interface JudgeTerms {
  readonly rules: readonly AlertRule[];
  readonly watched: ReadonlySet<string>;
  readonly stuckHours: StuckHours;
  readonly firstRulesAt: number;
}

interface Verdict {
  /** Deduplication key: rules with the same key raise one alert about a migration. */
  readonly about: string;
  readonly rule: AlertRule;
  /** Null if the alert is about entering the status. */
  readonly stayedMs: number | null;
  readonly notifies: boolean;
}

const matchesScope = (of: AlertScope, observation: JudgedObservation, watched: ReadonlySet<string>): boolean => {
  if (of.kind === 'any') return true;
  if (of.kind === 'watched') return watched.has(observation.migrationId);
  if (of.kind === 'company') return observation.companyId === of.id;
  return observation.userId?.toLowerCase() === of.id.toLowerCase();
};

const limitOf = (when: AlertCondition, status: string, stuckHours: StuckHours): number => {
  if (when.kind === 'stuck') return stuckAfterMs(status, stuckHours);
  if (when.kind === 'waiting' && status === 'PENDING_USER_INPUT') return when.hours * hourMs;
  return Number.POSITIVE_INFINITY;
};

const aboutOf = ({ id, when }: AlertRule): string => {
  if (when.kind === 'stuck') return 'stuck';
  // Each rule that counts migrations has its own count.
  if (when.kind === 'many') return `many ${id}`;
  return when.kind === 'waiting' ? `waiting ${when.hours}` : 'change';
};

/** Ignores migrations that were stuck or had ended before the rule existed; the "Needs attention" list shows them. */
export function judgeObservation(
  observation: JudgedObservation,
  { rules, watched, stuckHours, firstRulesAt }: JudgeTerms,
): Verdict[] {
  const { status, before, at, created } = observation;
  const isChange = before !== null && before !== status;
  /** Null if the status is new, undefined if the rule doesn't match. */
  const timeInStatus = ({ when, since: ruleCreatedAt }: AlertRule): number | null | undefined => {
    const startsAt = ruleCreatedAt === null ? firstRulesAt : Date.parse(ruleCreatedAt);
    if (when.kind === 'change') return isChange ? null : undefined;
    if (when.kind === 'status' || when.kind === 'many') {
      // Excludes older migrations: their alert may be forgotten, and they must not alert twice.
      const maxAgeMs = when.kind === 'many' ? manyWithinMs : alertLimits.days * 24 * hourMs;
      const isNew = before === null && created >= Math.max(startsAt, at - maxAgeMs);
      return when.status === status && (isChange || isNew) ? null : undefined;
    }
    const limit = limitOf(when, status, stuckHours);
    // A status starts no earlier than its migration, so most rows need no timeline read.
    if (isFinalStatus(status) || isChange || created + limit > at) return undefined;
    const since = observation.since();
    return since + limit <= at && since + limit >= startsAt ? at - since : undefined;
  };
  const verdicts = new Map<string, Verdict>();
  for (const rule of rules) {
    const stayedMs = rule.isOn && matchesScope(rule.of, observation, watched) ? timeInStatus(rule) : undefined;
    if (stayedMs === undefined) continue;
    const about = aboutOf(rule);
    const first = verdicts.get(about) ?? { about, rule, stayedMs, notifies: false };
    verdicts.set(about, { ...first, notifies: first.notifies || rule.notifies });
  }
  return [...verdicts.values()];
}
