import { alertLimits } from '#shared/alert-limits.ts';
import type { Alert } from '#shared/console-contract/alerts-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { AlertCalls, AlertTerms } from '#shared/data-messages/alert-messages.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import type { StatusTimes } from '../timeline/status-times.ts';
import type { TimelineObservation } from '../timeline/timeline.ts';
import type { AlertNotices } from './alert-notices.ts';
import type { AlertStore, NewAlert } from './alert-store.ts';
import { judgeObservation, type JudgeTerms } from './judge-observation.ts';

type Terms = JudgeTerms & Pick<AlertTerms, 'quietHours'>;

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

const isQuiet = ({ isOn, from, to, weekend }: Preferences['quietHours'], at: Date): boolean => {
  if (!isOn) return false;
  if (weekend && (at.getDay() === 0 || at.getDay() === 6)) return true;
  const now = at.getHours() * 60 + at.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? now >= start && now < end : now >= start || now < end;
};

interface AlertParts {
  readonly store: AlertStore;
  readonly notices: AlertNotices;
  readonly times: Pick<StatusTimes, 'timesOf'>;
}

/** @param onAlerts `quiet`: number of alerts raised during the quiet hours that have just ended */
export function createAlerts(
  { store, notices, times }: AlertParts,
  onAlerts: (profileId: string, alerts: readonly Alert[], quiet: number) => void,
) {
  const terms = new Map<string, Terms>();

  const alertsOf = (
    profileId: string,
    at: number,
    profileTerms: Terms,
    { current, before }: TimelineObservation<MigrationRow>,
  ): NewAlert[] => {
    const { id: migrationId, created, companyId: companyInRow, createdByUserId } = current;
    const status = truncateStatus(current.status);
    // Fast path, because most observations show a final status that hasn't changed.
    if (before?.status === status && isFinalStatus(status)) return [];
    // Drops IDs that are too long for a rule, because a service may send IDs of any length.
    const companyId = companyInRow !== null && companyInRow.length <= alertLimits.id ? companyInRow : null;
    let cachedSince: number | null = null;
    const since = () =>
      (cachedSince ??= Date.parse(times.timesOf(profileId, { id: migrationId, status, created }, at).since ?? ''));
    const judgedObservation = {
      migrationId,
      status,
      at,
      before: before?.status ?? null,
      created: Date.parse(created ?? ''),
      companyId,
      userId: createdByUserId,
      since,
    };
    return judgeObservation(judgedObservation, profileTerms).map(({ about, rule, stayedMs, notifies }) => ({
      at,
      migrationId,
      companyId,
      from: stayedMs === null && rule.when.kind !== 'many' ? judgedObservation.before : null,
      status,
      stayedMs,
      rule: { id: rule.id, when: rule.when, of: rule.of },
      notification: notifies ? (isQuiet(profileTerms.quietHours, new Date(at)) ? 'quiet' : 'shown') : 'none',
      about,
      // Key part: time (counts), previous timeline entry (changes), or start of the status (stuck and waiting).
      basis: rule.when.kind === 'many' ? at : stayedMs === null ? (before?.number ?? 0) : since(),
    }));
  };
  const endQuiet = (profileId: string, at: number, { quietHours }: Terms): number =>
    isQuiet(quietHours, new Date(at)) ? 0 : notices.endQuiet(profileId, at);
  return {
    judge: (profileId: string, at: number, observations: readonly TimelineObservation<MigrationRow>[]) => {
      const profileTerms = terms.get(profileId);
      if (!profileTerms || profileTerms.rules.every(({ isOn }) => !isOn)) return;
      notices.recordRead(profileId, at);
      const addedAlerts = store.add(
        profileId,
        observations.flatMap((observation) => alertsOf(profileId, at, profileTerms, observation)),
      );
      if (addedAlerts.some(({ notification }) => notification === 'quiet')) notices.noteQuietAlert(profileId);
      const quietCount = endQuiet(profileId, at, profileTerms);
      if (addedAlerts.length > 0 || quietCount > 0) onAlerts(profileId, addedAlerts, quietCount);
    },
    count: store.count,
    remove: (profileId: string) => {
      terms.delete(profileId);
      notices.remove(profileId);
      return store.remove(profileId);
    },
    calls: {
      ...store.calls,
      judgeAlertsBy: ({ profileId, rules, watched, stuckHours, quietHours, at }) => {
        const profileTerms = {
          rules,
          watched: new Set(watched),
          stuckHours,
          quietHours,
          firstRulesAt: store.firstRulesAt(profileId, at),
        };
        terms.set(profileId, profileTerms);
        if (rules.every(({ isOn }) => !isOn)) notices.forgetLastRead(profileId);
        const quietCount = endQuiet(profileId, at, profileTerms);
        if (quietCount > 0) onAlerts(profileId, [], quietCount);
        return null;
      },
      alertNotices: ({ profileId, at }) => notices.list(profileId, at),
      alertsBlocked: ({ profileId, why, at }) => {
        notices.block(profileId, why, at);
        return null;
      },
    } satisfies AlertCalls,
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
