import { useState } from 'react';
import type { FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { readWholeNumber } from './whole-number.ts';

const methods = [
  ['any', 'Any'],
  ['GET', 'GET'],
  ['POST', 'POST'],
] as const;

const effects = [
  ['status', 'Status'],
  ['latency_ms', 'Delay in ms'],
  ['stall', 'Pause the reply'],
  ['drop', 'Drop the reply'],
  ['truncate_after', 'Cut after bytes'],
  ['wrong_json', 'Half of the JSON'],
  ['oversize_bytes', 'Length in bytes'],
] as const;
type Kind = (typeof effects)[number][0];

/** The number that an effect takes: name, least, most, what stands there first. */
const numbers: Partial<Record<Kind, readonly [string, number, number, string]>> = {
  status: ['The status', 200, 599, '503'],
  latency_ms: ['The delay', 0, 600_000, '3000'],
  truncate_after: ['The length', 0, 1_000_000, '20'],
  oversize_bytes: ['The length', 1, 1_073_741_824, '20000000'],
};

const effectOf = (kind: Kind, value: number | null): FaultEffect =>
  kind === 'stall' || kind === 'drop' || kind === 'wrong_json' ? { [kind]: true } : { [kind]: value ?? 0 };

interface FaultFormProps {
  readonly busy: boolean;
  readonly onAdd: (rule: FaultRule) => void;
}

/** A fault of one's own: which requests, what happens, how often. */
export const FaultForm = ({ busy, onAdd }: FaultFormProps) => {
  const [method, setMethod] = useState<(typeof methods)[number][0]>('GET');
  const [path, setPath] = useState('/api/v1/*');
  const [kind, setKind] = useState<Kind>('status');
  const [typedValue, setTypedValue] = useState('503');
  const [typedTimes, setTypedTimes] = useState('1');
  const limits = numbers[kind];
  const value = limits ? readWholeNumber(typedValue, limits[0], limits[1], limits[2]) : null;
  const times = readWholeNumber(typedTimes, 'The number', 1, 1_000_000);
  const pathProblem = path.startsWith('/') ? null : 'A path starts with a slash; * at its end stands for the rest.';
  const problem = pathProblem ?? times.problem ?? (limits ? (value?.problem ?? missing(value?.value)) : null);
  return (
    <form
      className="fault-form"
      aria-label="Own fault"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== null) return;
        onAdd({
          match: { ...(method === 'any' ? {} : { method }), path },
          effect: effectOf(kind, value?.value ?? null),
          ...(times.value === null ? {} : { times: times.value }),
        });
      }}
    >
      <ChoiceField label="Method" value={method} choices={methods} onChange={setMethod} />
      <TextField
        label="Path"
        mono
        value={path}
        problem={pathProblem}
        onChange={(event) => setPath(event.target.value)}
      />
      <ChoiceField
        label="Effect"
        value={kind}
        choices={effects}
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
          onChange={(event) => setTypedValue(event.target.value)}
        />
      ) : null}
      <TextField
        label="Times"
        labelNote="empty: always"
        inputMode="numeric"
        value={typedTimes}
        problem={times.problem}
        onChange={(event) => setTypedTimes(event.target.value)}
      />
      <Button type="submit" busy={busy} disabledBecause={problem}>
        Add fault
      </Button>
    </form>
  );
};

const missing = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? 'Type a value first' : null;
