import { Plus } from 'lucide-react';
import type { ActiveRule, FaultRule } from '#shared/service-control/control-state.ts';
import { Button } from '#ui/controls/button.tsx';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { FaultForm } from './fault-form.tsx';
import { FaultList } from './fault-list.tsx';
import { faultTemplates } from './fault-templates.ts';
import { isUsedUp } from './fault-words.ts';
import { SandboxCard } from './sandbox-card.tsx';

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
