import { Box, ChevronDown, ChevronUp, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { SandboxControl } from '#shared/console-contract/sandbox-calls.ts';
import type { ActiveRule, ControlState, FaultRule } from '#shared/service-control/control-state.ts';
import { scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import { Button } from '#ui/controls/controls.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { clockText } from '#ui/values/times.tsx';
import { useConsole } from '../../api/console-api.ts';
import { useSandboxChange, useSandboxView } from '../../api/sandbox-view.ts';
import { useInTurn } from '#ui/state/use-action.ts';
import { useAction } from '../../api/use-action.ts';
import { effectText, faultTemplates, isUsedUp, matchText, shortFaultText } from '../../components/sandbox-faults.ts';
import { activeInSandbox, controlOf, scenarioWords, spanText } from '../../components/sandbox-words.ts';
import { clockAhead, useServiceNow } from '#ui/webhooks/service-clock.ts';
import { tip } from '#ui/tooltip/tip.ts';
import './sandbox-panel.css';

const scenarios = [
  ['', 'By user name'],
  ...scenarioNames.map((name) => [name, `${scenarioWords[name].label}: ${scenarioWords[name].text}`] as const),
] as const;

const ScenarioLine = ({ scenario, onChoose }: ScenarioLineProps) => {
  const id = useId();
  return (
    <div className="lab-sandbox-line row">
      <label htmlFor={id}>Scenario</label>
      <SelectBox
        id={id}
        boxClass="lab-sandbox-select grow"
        value={scenario?.next ?? ''}
        options={scenarios}
        onChange={(next) => onChoose(next === '' ? null : next)}
      />
    </div>
  );
};

interface ScenarioLineProps {
  readonly scenario: ControlState['scenario'];
  /** Null means that the login selects the scenario. */
  readonly onChoose: (next: (typeof scenarioNames)[number] | null) => void;
}

interface FaultsLineProps {
  readonly rules: readonly ActiveRule[];
  readonly onAdd: (rule: FaultRule) => void;
  readonly onRemove: (id: number) => void;
}

const FaultsLine = ({ rules, onAdd, onRemove }: FaultsLineProps) => {
  const [first, ...more] = rules;
  return (
    <div className="lab-sandbox-line row">
      <span>Faults</span>
      <span className="gap-6 row grow">
        {first ? (
          <span
            className="lab-sandbox-fault text-strong text-partial text-small shrink row number"
            {...tip(`${effectText(first.effect)}: ${matchText(first)}`)}
          >
            <span className="truncate">{shortFaultText(first)}</span>
            <button type="button" aria-label={`Remove: ${effectText(first.effect)}`} onClick={() => onRemove(first.id)}>
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ) : (
          <span className="muted">None</span>
        )}
        {more.length > 0 ? (
          <span className="text-strong text-partial number" {...tip(more.map(shortFaultText).join('; '))}>
            +{more.length}
          </span>
        ) : null}
        <MenuButton
          name="Add a fault"
          tooltip
          className="icon-button secondary small"
          icon={Plus}
          parts={() => [
            {
              kind: 'actions',
              lines: faultTemplates.map(({ name, rule }) => ({ id: name, label: name, run: () => onAdd(rule) })),
            },
          ]}
        />
      </span>
    </div>
  );
};

const clockHelp = '+61 s expires unused link tokens. +1 h also expires access tokens.';

const ClockLine = ({ state: { now, offset_ms: offset }, readAt, onAdvance }: ClockLineProps) => {
  const time = useServiceNow(clockAhead(now, Date.parse(readAt)), 500);
  return (
    <div className="lab-sandbox-line row">
      <span {...tip(clockHelp)}>
        Clock<span className="visually-hidden">. {clockHelp}</span>
      </span>
      <span className="lab-sandbox-clock grow text-strong number">
        <time dateTime={time.toISOString()}>{clockText(time)}</time>
        {offset > 0 ? <small>{spanText(offset)} ahead</small> : null}
      </span>
      <Button size="small" onPress={() => onAdvance(61)}>
        +61 s
      </Button>
      <Button size="small" onPress={() => onAdvance(3_600)}>
        +1 h
      </Button>
    </div>
  );
};

interface ClockLineProps extends SandboxControl {
  readonly onAdvance: (seconds: number) => void;
}

export const SandboxPanel = ({ profileId }: { readonly profileId: string }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  // Polls while there are faults, because each call of the flow may use up a fault.
  const { data } = useSandboxView(profileId, (view) => (controlOf(view)?.rules.length ? 1_500 : false));
  const [isFolded, setFolded] = useState(false);
  // Isn't aborted by the next click, because two quick clicks must add two faults.
  const add = useAction((_signal, rule: FaultRule) => show(api.sandbox.addFault({ rule })));
  const remove = useAction((signal, id: number) => show(api.sandbox.removeFault({ id }, { signal })));
  const advance = useAction((signal, seconds: number) =>
    show(api.sandbox.advanceClock({ seconds }, { signal }), 'data'),
  );
  const choose = useAction((signal, next: Parameters<ScenarioLineProps['onChoose']>[0]) =>
    show(
      next === null
        ? api.sandbox.clearScenario({}, { signal })
        : api.sandbox.setScenario({ next, times: 1 }, { signal }),
    ),
  );
  const addEach = useInTurn(add);
  const advanceEach = useInTurn(advance);
  if (data?.kind !== 'control') return null;
  const { state, readAt } = data;
  const error = add.error ?? remove.error ?? advance.error ?? choose.error;
  const active = activeInSandbox(state);
  const Chevron = isFolded ? ChevronUp : ChevronDown;
  return (
    <section className="lab-sandbox" aria-label="Sandbox">
      <button
        type="button"
        className="lab-sandbox-head inset-focus row"
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        <Box size={14} aria-hidden="true" />
        <span className="text-strong">Sandbox</span>
        <span className="grow hint number truncate">{active.join(', ') || 'Default settings'}</span>
        <Chevron size={14} aria-hidden="true" />
      </button>
      {isFolded ? null : (
        <>
          <ScenarioLine scenario={state.scenario} onChoose={(next) => void choose.run(next)} />
          <FaultsLine
            rules={state.rules.filter((rule) => !isUsedUp(rule))}
            onAdd={(rule) => void addEach(rule)}
            onRemove={(id) => void remove.run(id)}
          />
          <ClockLine state={state} readAt={readAt} onAdvance={(seconds) => void advanceEach(seconds)} />
          {error ? (
            <p className="lab-sandbox-problem text-danger text-small" role="alert">
              {describeAppError(error).title}.
            </p>
          ) : null}
        </>
      )}
    </section>
  );
};
