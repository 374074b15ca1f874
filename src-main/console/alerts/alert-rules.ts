import { fail } from '#shared/app-error.ts';
import { alertLimits } from '#shared/alert-limits.ts';
import type { AlertRule } from '#shared/console-contract/alerts-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../settings/settings.ts';
import type { SettingsDocument } from '../settings/settings-document.ts';

const rule = (id: string, when: AlertRule['when'], more: Partial<AlertRule> = {}): AlertRule => ({
  id,
  isOn: true,
  when,
  of: { kind: 'any' },
  notifies: false,
  since: null,
  ...more,
});
const firstRules: readonly AlertRule[] = [
  rule('watched', { kind: 'change' }, { of: { kind: 'watched' }, notifies: true }),
  rule('failed', { kind: 'status', status: 'FAILED' }),
  rule('partial', { kind: 'status', status: 'COMPLETED_WITH_FAILURES' }),
  rule('stuck', { kind: 'stuck' }),
];

const rulesInDocument = ({ alertRules }: SettingsDocument, profileId: string): readonly AlertRule[] =>
  alertRules.find((alertRule) => alertRule.profileId === profileId)?.rules ?? firstRules;

export function createAlertRules(settings: Settings, clock: Clock) {
  const edit = (profileId: string, change: (rules: readonly AlertRule[]) => readonly AlertRule[]) =>
    settings.change((document) => ({
      alertRules: [
        ...document.alertRules.filter((alertRule) => alertRule.profileId !== profileId),
        { profileId, rules: [...change(rulesInDocument(document, profileId))] },
      ],
    }));
  const of = (profileId: string) => rulesInDocument(settings.current(), profileId);
  const refuse = (detail: string) => fail('invalid_arguments', clock.now(), { detail });
  return {
    of,
    save: async (profileId: string, { id, ...given }: Omit<AlertRule, 'id' | 'since'> & { id: string | null }) => {
      const previous = of(profileId).find((one) => one.id === id);
      if (id !== null && !previous) return refuse('This rule no longer exists.');
      if (!previous && of(profileId).length >= alertLimits.rules) {
        return refuse(`You already have ${alertLimits.rules} rules, the maximum. Remove one first.`);
      }
      const savedRule = { ...given, id: id ?? crypto.randomUUID(), since: clock.now().toISOString() };
      return edit(profileId, (rules) =>
        previous ? rules.map((one) => (one.id === id ? savedRule : one)) : [...rules, savedRule],
      );
    },
    remove: (profileId: string, id: string) => edit(profileId, (rules) => rules.filter((one) => one.id !== id)),
  };
}
