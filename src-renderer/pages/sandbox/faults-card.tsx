import { Pause, Play, Plus, X, Zap } from 'lucide-react';
import type { ActiveRule, FaultRule } from '#shared/service-control/control-state.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { FaultForm } from './fault-form.tsx';
import { countText, effectText, isUsedUp, matchText } from './fault-words.ts';
import { SandboxCard } from './sandbox-card.tsx';

interface FaultListProps {
  readonly rules: readonly ActiveRule[];
  readonly onRemove: (id: number) => void;
}

/** The faults in force, with what they have met; a held reply goes on when its fault is taken away. */
const FaultList = ({ rules, onRemove }: FaultListProps) => (
  <ul className="fault-list" aria-label="Faults in force">
    {rules.map((rule) => {
      const Icon = rule.effect.stall ? Pause : Zap;
      return (
        <li key={rule.id} className="fault" data-used={isUsedUp(rule) || undefined}>
          <Icon size={16} aria-hidden="true" />
          <span className="fault-words">
            <span className="fault-effect">{effectText(rule.effect)}</span>
            <span className="fault-match mono">{matchText(rule)}</span>
          </span>
          <span className="fault-count number">
            {isUsedUp(rule) ? 'used up, ' : ''}
            {rule.held > 0 ? `holds ${rule.held}, ` : ''}
            {countText(rule)}
          </span>
          {rule.held > 0 ? (
            <Button size="small" icon={Play} onPress={() => onRemove(rule.id)}>
              Resume
            </Button>
          ) : (
            <IconButton
              label={`Take away: ${effectText(rule.effect)}`}
              icon={X}
              size="small"
              variant="ghost"
              onPress={() => onRemove(rule.id)}
            />
          )}
        </li>
      );
    })}
  </ul>
);

interface FaultTemplate {
  readonly name: string;
  readonly rule: FaultRule;
}

const list = { method: 'GET', path: '/api/v1/migrations' };
const anyCall = { path: '/api/v1/*' };

/** Faults that people try first. */
export const faultTemplates: readonly FaultTemplate[] = [
  { name: '503 for the list, twice', rule: { match: list, effect: { status: 503 }, times: 2 } },
  { name: 'List slow, 3 s', rule: { match: list, effect: { latency_ms: 3_000 } } },
  { name: 'Pause the next reply', rule: { match: anyCall, effect: { stall: true }, times: 1 } },
  { name: 'Drop the next reply', rule: { match: anyCall, effect: { drop: true }, times: 1 } },
  { name: 'Key refused once', rule: { match: anyCall, effect: { status: 401 }, times: 1 } },
  {
    name: 'Too many requests, once',
    rule: { match: anyCall, effect: { status: 429, headers: { 'retry-after': '2' } }, times: 1 },
  },
  { name: 'Half of the JSON, once', rule: { match: anyCall, effect: { wrong_json: true }, times: 1 } },
  {
    name: 'Link token lost on the way',
    rule: { match: { method: 'POST', path: '/api/v1/link-token' }, effect: { drop: true }, times: 1 },
  },
  { name: '1 % of calls fail', rule: { match: anyCall, effect: { status: 503 }, percent: 1 } },
];

const noteOf = (rules: readonly ActiveRule[]): string => {
  const open = rules.filter((rule) => !isUsedUp(rule)).length;
  return open === 0 ? 'None in force' : `${open} in force`;
};

/** Faults by rule: what is in force, the usual ones at one press, and one of one's own. */
export const FaultsCard = ({ rules }: { readonly rules: readonly ActiveRule[] }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const add = useAction((signal, rule: FaultRule) => show(api.sandbox.addFault({ rule }, { signal })));
  const remove = useAction((signal, id: number) => show(api.sandbox.removeFault({ id }, { signal })));
  const clear = useAction((signal) => show(api.sandbox.clearFaults({}, { signal })));
  return (
    <SandboxCard title="Faults" note={noteOf(rules)} error={add.error ?? remove.error ?? clear.error}>
      {rules.length > 0 ? (
        <>
          <FaultList rules={rules} onRemove={(id) => void remove.run(id)} />
          <div className="sandbox-row">
            <Button variant="ghost" size="small" busy={clear.busy} onPress={() => void clear.run()}>
              Take all away
            </Button>
          </div>
        </>
      ) : null}
      <h3 className="sandbox-part">Usual faults</h3>
      <div className="fault-templates">
        {faultTemplates.map(({ name, rule }) => (
          <Button key={name} size="small" icon={Plus} onPress={() => void add.run(rule)}>
            {name}
          </Button>
        ))}
      </div>
      <h3 className="sandbox-part">A fault of your own</h3>
      <FaultForm busy={add.busy} onAdd={(rule) => void add.run(rule)} />
      <p className="sandbox-help">The first fault that fits a call applies. Faults end with the service.</p>
    </SandboxCard>
  );
};
