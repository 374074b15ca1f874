import type { Alert, AlertRule } from '#shared/console-contract/alerts-calls.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { createStatusTimes } from '../../timeline/status-times.ts';
import { createTimeline, timelineLayout } from '../../timeline/timeline.ts';
import { createAlertNotices } from '../alert-notices.ts';
import { alertLayout, createAlertStore } from '../alert-store.ts';
import { createAlerts } from '../alerts.ts';

export const profileId = 'p';
export const hour = 60 * 60_000;
export const day = 24 * hour;
export const start = Date.parse('2026-11-20T12:00:00.000Z');
const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
const quietHours = { isOn: false, from: '19:00', to: '07:00', weekend: false };
export const anyMigration = { kind: 'any' } as const;

export const ruleOf = (when: AlertRule['when'], more: Partial<AlertRule> = {}): AlertRule => ({
  id: JSON.stringify(when),
  isOn: true,
  when,
  of: anyMigration,
  notifies: false,
  since: null,
  ...more,
});
export const failed = ruleOf({ kind: 'status', status: 'FAILED' });
export const stuck = ruleOf({ kind: 'stuck' });

/** Opens alerts with in-memory databases and records the alerts raised. */
export function openAlerts(limits?: { days: number; alerts: number; known: number }, file = ':memory:') {
  const database = openDatabase(':memory:', timelineLayout, () => undefined);
  const timeline = createTimeline(database);
  const stored = openDatabase(file, alertLayout, () => undefined);
  const store = createAlertStore(stored, limits);
  const notices = createAlertNotices(stored);
  const notified: Alert[] = [];
  const sums: number[] = [];
  const alerts = createAlerts({ store, notices, times: createStatusTimes(database) }, (_profile, raised, quiet) => {
    notified.push(...raised);
    sums.push(...(quiet > 0 ? [quiet] : []));
  });
  const terms = (rules: readonly AlertRule[], more: { watched?: string[]; quietHours?: typeof quietHours } = {}) =>
    alerts.calls.judgeAlertsBy({ profileId, rules, watched: [], stuckHours, quietHours, at: start, ...more });
  const see = (
    at: number,
    id: string,
    status: string,
    more: { created?: number; company?: string; user?: string } = {},
  ) => {
    const created = new Date(more.created ?? start - day).toISOString();
    const observed = [{ id, status, created, companyId: more.company ?? null, createdByUserId: more.user ?? null }];
    timeline.observe(profileId, at, observed, { tell: (observations) => alerts.judge(profileId, at, observations) });
  };
  return {
    alerts,
    notified,
    sums,
    terms,
    see,
    timeline,
    notices: (at: number) => notices.list(profileId, at),
    reopen: () => createAlertNotices(stored),
    again: () => createAlertStore(stored, limits),
    stored,
  };
}
export const wholeList = { profileId, unreadOnly: false, before: null, limit: 100 };
export const quietAllDay = { isOn: true, from: '00:00', to: '23:59', weekend: true };
