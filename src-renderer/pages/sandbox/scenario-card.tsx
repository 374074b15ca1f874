import { useState } from 'react';
import { scenarioNames, type ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { scenarioWords } from '../../components/sandbox-words.ts';
import { Form } from '#ui/controls/form.tsx';
import { CountField, readWholeNumber, SandboxCard } from './card-parts.tsx';
import '#ui/controls/tick.css';

export const ScenarioCard = ({ scenario }: { readonly scenario: ControlState['scenario'] }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const [next, setNext] = useState<ScenarioName>(scenario?.next ?? 'good');
  const [typedTimes, setTypedTimes] = useState('1');
  const times = readWholeNumber(typedTimes, 'The number of modals', 1, 1_000_000);
  const set = useAction((signal) => show(api.sandbox.setScenario({ next, times: times.value ?? 1 }, { signal })));
  const clear = useAction((signal) => show(api.sandbox.clearScenario({}, { signal })));
  const note = scenario
    ? `${scenarioWords[scenario.next].label}, for the next ${scenario.times === 1 ? 'modal' : `${scenario.times} modals`}`
    : 'Based on login email';
  return (
    <SandboxCard title="Next modals" note={note} error={set.error ?? clear.error}>
      <Form
        onSubmit={() => {
          if (times.problem === null) void set.run();
        }}
      >
        <fieldset className="scenarios">
          <legend className="visually-hidden">Scenario for the next modals</legend>
          {scenarioNames.map((name) => (
            <label key={name} className="scenario row hover-tint">
              <input
                type="radio"
                className="tick"
                name="scenario"
                checked={next === name}
                onChange={() => setNext(name)}
              />
              <span className="scenario-name">{scenarioWords[name].label}</span>
              <span className="grow muted">{scenarioWords[name].text}</span>
            </label>
          ))}
        </fieldset>
        <div className="sandbox-row">
          <CountField label="Number of modals" value={typedTimes} problem={times.problem} onText={setTypedTimes} />
          <Button type="submit" busy={set.busy}>
            Set scenario
          </Button>
          {scenario ? (
            <Button variant="ghost" onPress={() => void clear.run()}>
              Clear scenario
            </Button>
          ) : null}
        </div>
      </Form>
    </SandboxCard>
  );
};
