import type { AlertNotice, AlertRule, alertsCalls, GapReason } from '../console-contract/alerts-calls.ts';
import type { Preferences, StuckHours } from '../console-contract/settings-calls.ts';
import type { OfProfile, SameCall } from './data-call.ts';

export interface AlertTerms {
  readonly rules: readonly AlertRule[];
  readonly watched: readonly string[];
  readonly stuckHours: StuckHours;
  readonly quietHours: Preferences['quietHours'];
}

/** Calls of the data process about alerts. Times in ms since 1970. */
export interface AlertCalls {
  /** Stores the rules in memory only: send them again after a restart. A profile without rules has no alerts. */
  readonly judgeAlertsBy: (args: OfProfile & AlertTerms & { at: number }) => null;
  readonly alertsOf: SameCall<(typeof alertsCalls)['list']>;
  readonly markAlerts: (args: OfProfile & { ids: readonly number[] | null; isRead: boolean }) => readonly number[];
  readonly alertsByRule: (args: OfProfile & { after: number }) => Readonly<Record<string, number>>;
  /** Gaps and quiet hours, newest first. An open gap comes first. */
  readonly alertNotices: (args: OfProfile & { at: number }) => readonly AlertNotice[];
  /** Records why the profile can't be observed from time `at` until the next observation. */
  readonly alertsBlocked: (args: OfProfile & { why: GapReason; at: number }) => null;
}
