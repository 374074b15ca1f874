import { BellRing, Pencil } from 'lucide-react';
import type { AlertRule, AlertRules as Rules } from '#shared/console-contract/alerts-calls.ts';
import { GhostButton } from '#ui/controls/form.tsx';
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
  <section className="alert-card" aria-labelledby="rules-title">
    <header className="alert-card-head row">
      <h2 id="rules-title">Rules</h2>
      <span className="muted number">{rules.length}</span>
    </header>
    {rules.length === 0 ? <p className="alert-help">No alert rules yet.</p> : null}
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
