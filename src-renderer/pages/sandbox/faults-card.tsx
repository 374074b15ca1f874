import { Pause, Play, Plus, Zap } from 'lucide-react';
import type { ActiveRule, FaultRule } from '#shared/service-control/control-state.ts';
import { Button, CloseButton } from '#ui/controls/button.tsx';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useInTurn } from '#ui/state/use-action.ts';
import { useAction } from '../../api/use-action.ts';
import { countText, effectText, faultTemplates, isUsedUp, matchText } from '../../components/sandbox-faults.ts';
import { SandboxCard } from './card-parts.tsx';
import { FaultForm } from './fault-form.tsx';

interface FaultListProps {
  readonly rules: readonly ActiveRule[];
  readonly onRemove: (id: number) => void;
}

const FaultList = ({ rules, onRemove }: FaultListProps) => (
  <ul className="sandbox-list" aria-label="Active faults">
    {rules.map((rule) => {
      const Icon = rule.effect.stall ? Pause : Zap;
      return (
        <li key={rule.id} className="sandbox-line row fault" data-used={isUsedUp(rule) || undefined}>
          <Icon size={16} aria-hidden="true" />
          <span className="text-anywhere stack grow">
            <span className="sandbox-line-name">{effectText(rule.effect)}</span>
            <span className="sandbox-line-note mono">{matchText(rule)}</span>
          </span>
          <span className="fault-count hint text-right number">
            {isUsedUp(rule) ? 'used up, ' : ''}
            {rule.held > 0 ? `${rule.held} paused, ` : ''}
            {countText(rule)}
          </span>
          {rule.held > 0 ? (
            <Button size="small" icon={Play} onPress={() => onRemove(rule.id)}>
              Resume
            </Button>
          ) : (
            <CloseButton label={`Remove: ${effectText(rule.effect)}`} onPress={() => onRemove(rule.id)} />
          )}
        </li>
      );
    })}
  </ul>
);

const noteOf = (rules: readonly ActiveRule[]): string => {
  const openCount = rules.filter((rule) => !isUsedUp(rule)).length;
  return openCount === 0 ? 'None active' : `${openCount} active`;
};

export const FaultsCard = ({ rules }: { readonly rules: readonly ActiveRule[] }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  // The next click doesn't abort this call, because two quick clicks must add two faults.
  const add = useAction((_signal, rule: FaultRule) => show(api.sandbox.addFault({ rule })));
  const addEach = useInTurn(add);
  const remove = useAction((signal, id: number) => show(api.sandbox.removeFault({ id }, { signal })));
  const clear = useAction((signal) => show(api.sandbox.clearFaults({}, { signal })));
  return (
    <SandboxCard title="Faults" note={noteOf(rules)} error={add.error ?? remove.error ?? clear.error}>
      {rules.length > 0 ? (
        <>
          <FaultList rules={rules} onRemove={(id) => void remove.run(id)} />
          <div className="sandbox-row">
            <Button variant="ghost" size="small" busy={clear.busy} onPress={() => void clear.run()}>
              Clear all faults
            </Button>
          </div>
        </>
      ) : null}
      <h3 className="sandbox-part">Common faults</h3>
      <div className="fault-templates">
        {faultTemplates.map(({ name, rule }) => (
          <Button key={name} size="small" icon={Plus} onPress={() => void addEach(rule)}>
            {name}
          </Button>
        ))}
      </div>
      <h3 className="sandbox-part">Custom fault</h3>
      <FaultForm busy={add.busy} onAdd={(rule) => void addEach(rule)} />
      <p className="sandbox-help note">
        The first fault that matches a request applies. Faults end when the service stops.
      </p>
    </SandboxCard>
  );
};
