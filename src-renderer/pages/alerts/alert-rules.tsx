import { useState } from 'react';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { AppError } from '#shared/app-error.ts';
import { useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { GhostButton, Tick } from '#ui/controls/form.tsx';
import { BellRing, Pencil } from 'lucide-react';
import type { AlertRule, AlertRules as Rules } from '#shared/console-contract/alerts-calls.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { ruleScopeText, whenText } from './alert-text.ts';
import { directionOf } from '#ui/values/text-direction.ts';

interface AlertRulesProps {
  readonly rules: Rules;
  readonly onEdit: (rule: AlertRule) => void;
  readonly onSwitch: (rule: AlertRule, isOn: boolean) => void;
}

export const AlertRules = ({ rules, onEdit, onSwitch }: AlertRulesProps) => (
  <section className="outlined rigid" aria-labelledby="rules-title">
    <header className="alert-card-head row">
      <h2 className="subtitle" id="rules-title">
        Rules
      </h2>
      <span className="muted number">{rules.length}</span>
    </header>
    {rules.length === 0 ? <p className="alert-help note">No alert rules yet.</p> : null}
    <ul>
      {rules.map((rule) => {
        const name = `${whenText(rule.when)}, ${ruleScopeText(rule.of)}`;
        return (
          <li key={rule.id} className="alert-rule row">
            <span className="alert-rule-name grow muted">
              <strong className="truncate">{whenText(rule.when)}</strong>{' '}
              {rule.of.kind === 'any' ? null : (
                <bdi dir={directionOf(ruleScopeText(rule.of))} className="truncate">
                  {ruleScopeText(rule.of)}
                </bdi>
              )}
              {rule.notifies ? (
                <span className="alert-rule-notifies" {...tip('Shows a notification')}>
                  <BellRing size={13} aria-hidden="true" />
                  <span className="visually-hidden">, notifies</span>
                </span>
              ) : null}
            </span>
            <span className="hint rigid number">{rule.isOn ? `${countText(rule.lastWeek)} this week` : 'off'}</span>
            <input
              type="checkbox"
              className="tick"
              aria-label={`${name}: on`}
              checked={rule.isOn}
              onChange={({ target }) => onSwitch(rule, target.checked)}
            />
            <GhostButton label={`Edit: ${name}`} icon={Pencil} onPress={() => onEdit(rule)} />
          </li>
        );
      })}
    </ul>
  </section>
);

type Quiet = Preferences['quietHours'];

export const QuietHours = () => {
  const quiet = useSettingsView()?.preferences.quietHours;
  const change = useChangePreferences();
  const [typed, setTyped] = useState<Partial<Quiet>>({});
  const [error, setError] = useState<AppError | null>(null);
  if (!quiet) return null;
  const shownHours = { ...quiet, ...typed };
  const save = (changes: Partial<Quiet>): void => {
    const all = { ...shownHours, ...changes };
    // A time input is empty while its time is incomplete. In that case, the saved time stays.
    const next = { ...all, from: all.from || quiet.from, to: all.to || quiet.to };
    setTyped(next);
    setError(null);
    // Keeps changes that the user made while this change was being saved.
    const forget = () => setTyped((now) => (now === next ? {} : now));
    void change({ quietHours: next })
      .catch((thrown: unknown) => setError(appErrorOf(thrown)))
      .then(forget);
  };
  const time = (name: 'from' | 'to', label: string) => (
    <input
      type="time"
      className="field number"
      aria-label={label}
      value={shownHours[name]}
      disabled={!shownHours.isOn}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      onBlur={() => (typed[name] === undefined ? undefined : save({}))}
    />
  );
  return (
    <section className="outlined rigid" aria-labelledby="quiet-title">
      <header className="alert-card-head row">
        <h2 className="subtitle" id="quiet-title">
          Quiet hours
        </h2>
        <Tick className="gap-8 row rigid" checked={shownHours.isOn} onChange={(isOn) => save({ isOn })}>
          On
        </Tick>
      </header>
      <div className="quiet-fields wrap gap-8 row">
        {time('from', 'Quiet from')}
        <span>to</span>
        {time('to', 'Quiet until')}
        <Tick
          className="gap-8 row rigid"
          checked={shownHours.weekend}
          disabled={!shownHours.isOn}
          onChange={(weekend) => save({ weekend })}
        >
          and all weekend
        </Tick>
      </div>
      <p className="alert-help note">
        During quiet hours, alerts appear in the list only. Times use this device's clock.
      </p>
      <ErrorLine className="alert-help note text-danger" error={error} />
    </section>
  );
};
