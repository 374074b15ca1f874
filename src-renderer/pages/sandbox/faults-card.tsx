import { useState } from 'react';
import type { ActiveRule, FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import { Button, CloseButton, TextField } from '#ui/controls/controls.tsx';
import { ChoiceField, Form, TextArea } from '#ui/controls/form.tsx';
import { readWholeNumber, SandboxCard } from './card-parts.tsx';
import { Pause, Play, Plus, Zap } from 'lucide-react';
import { useConsole } from '../../api/console-api.ts';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useInTurn } from '#ui/state/use-action.ts';
import { useAction } from '../../api/use-action.ts';
import {
  countText,
  effectText,
  faultTemplates,
  isUsedUp,
  matchText,
  ruleText,
} from '../../components/sandbox-faults.ts';

const methods = [
  ['any', 'Any'],
  ['GET', 'GET'],
  ['POST', 'POST'],
] as const;

const effects = [
  ['status', 'Status'],
  ['latency_ms', 'Delay in ms'],
  ['stall', 'Pause the response'],
  ['drop', 'Drop the response'],
  ['truncate_after', 'Truncate after (bytes)'],
  ['wrong_json', 'Incomplete JSON'],
  ['oversize_bytes', 'Pad to (bytes)'],
  ['only', 'Body and headers only'],
] as const;
type Kind = (typeof effects)[number][0];

/** Number input of each effect: name, minimum, maximum, initial value. */
const numbers: Partial<Record<Kind, readonly [string, number, number, string]>> = {
  status: ['The status', 200, 599, '503'],
  latency_ms: ['The delay', 0, 600_000, '3000'],
  truncate_after: ['The length', 0, 1_000_000, '20'],
  oversize_bytes: ['The length', 1, 1_073_741_824, '20000000'],
};

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

export const readHeaders = (
  typed: string,
): { readonly headers: Readonly<Record<string, string>> | null; readonly problem: string | null } => {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => {
    const [name = '', ...rest] = line.split(':');
    return { line, name: name.trim(), value: rest.join(':').trim(), isOne: rest.length > 0 };
  });
  const invalidHeader = headers.find(
    ({ name, value, isOne }) => !isOne || !headerName.test(name) || !headerValue.test(value),
  );
  if (invalidHeader) {
    return {
      headers: null,
      problem: `"${invalidHeader.line.trim().slice(0, 40)}" isn't a header. Write it like Retry-After: 2.`,
    };
  }
  return {
    headers: headers.length === 0 ? null : Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    problem: null,
  };
};

const FaultForm = ({ busy, onAdd }: { readonly busy: boolean; readonly onAdd: (rule: FaultRule) => void }) => {
  const [method, setMethod] = useState<(typeof methods)[number][0]>('GET');
  const [path, setPath] = useState('/api/v1/*');
  const [kind, setKind] = useState<Kind>('status');
  const [typedValue, setTypedValue] = useState('503');
  const [typedTimes, setTypedTimes] = useState('1');
  const [typedHeaders, setTypedHeaders] = useState('');
  const [typedBody, setTypedBody] = useState('');
  const { headers, problem: headersProblem } = readHeaders(typedHeaders);
  const body = typedBody === '' ? undefined : typedBody;
  const limits = numbers[kind];
  const value = limits ? readWholeNumber(typedValue, limits[0], limits[1], limits[2]) : null;
  const times = readWholeNumber(typedTimes, 'The number', 1, 1_000_000);
  const pathProblem = path.startsWith('/') ? null : 'A path starts with a slash. A * at the end matches the rest.';
  const isEmptyFault = kind === 'only' && headers === null && body === undefined;
  const problem =
    pathProblem ??
    times.problem ??
    headersProblem ??
    (isEmptyFault ? 'Enter a body or a header first' : null) ??
    (limits ? (value?.problem ?? (value?.value === null ? 'Enter a value first' : null)) : null);
  const rule: FaultRule = {
    match: { ...(method === 'any' ? {} : { method }), path },
    effect: {
      ...(kind === 'only' ? {} : ({ [kind]: value ? value.value : true } as FaultEffect)),
      ...(body === undefined ? {} : { body }),
      ...(headers === null ? {} : { headers }),
    },
    ...(times.value === null ? {} : { times: times.value }),
  };
  return (
    <Form
      className="fault-form"
      aria-label="Custom fault"
      onSubmit={() => {
        if (problem === null) onAdd(rule);
      }}
    >
      <ChoiceField label="Method" value={method} options={methods} onChange={setMethod} />
      <TextField label="Path" mono value={path} problem={pathProblem} onText={setPath} />
      <ChoiceField
        label="Effect"
        value={kind}
        options={effects}
        onChange={(next) => {
          setKind(next);
          setTypedValue(numbers[next]?.[3] ?? '');
        }}
      />
      {limits ? (
        <TextField
          label="Value"
          inputMode="numeric"
          value={typedValue}
          problem={value?.problem}
          onText={setTypedValue}
        />
      ) : null}
      <TextField
        label="Times"
        labelNote="always if empty"
        inputMode="numeric"
        value={typedTimes}
        problem={times.problem}
        onText={setTypedTimes}
      />
      <TextArea
        className="fault-text text-field"
        label="Response headers"
        labelNote="optional"
        rows={2}
        placeholder="Retry-After: 2"
        value={typedHeaders}
        problem={headersProblem}
        onText={setTypedHeaders}
      />
      <TextArea
        className="fault-text text-field"
        label="Response body"
        labelNote="optional"
        rows={2}
        placeholder="As sent by the service"
        value={typedBody}
        onText={setTypedBody}
      />
      <p className="fault-text sandbox-help note">{problem === null ? ruleText(rule) : ''}</p>
      <Button type="submit" busy={busy} disabledBecause={problem}>
        Add fault
      </Button>
    </Form>
  );
};

interface FaultListProps {
  readonly rules: readonly ActiveRule[];
  readonly onRemove: (id: number) => void;
}

const FaultList = ({ rules, onRemove }: FaultListProps) => (
  <ul className="sandbox-list ruled" aria-label="Active faults">
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
  // Isn't aborted by the next click, because two quick clicks must add two faults.
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
