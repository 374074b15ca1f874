import { ChevronDown, CircleX } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './field.css';
import './text-field.css';
import './select.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'aria-describedby'> {
  readonly label: string;
  readonly labelNote?: string;
  readonly help?: ReactNode;
  readonly problem?: string | null | undefined;
  readonly mono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const TextField = ({ label, labelNote, help, problem, mono = false, inputRef, ...input }: TextFieldProps) => {
  const id = useId();
  const hasNote = Boolean(problem || help);
  return (
    <div className="text-field stack">
      <div className="text-field-head">
        <label htmlFor={id}>{label}</label>
        {labelNote === undefined ? null : <span className="note">{labelNote}</span>}
      </div>
      <input
        {...input}
        ref={inputRef}
        id={id}
        className={mono ? 'field mono' : 'field'}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
      />
      {hasNote ? (
        <p id={`${id}-note`} className={problem ? 'text-field-note wrong' : 'text-field-note'}>
          {problem ? <CircleX size={14} aria-hidden="true" /> : null}
          {problem ?? help}
        </p>
      ) : null}
    </div>
  );
};

interface SelectProps<Value extends number> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
}

export const Select = <Value extends number>({ label, value, values, onChange }: SelectProps<Value>) => (
  <label className="select-label row">
    <span className="pager-word">{label}</span>
    <span className="select-box">
      <select
        className="select number"
        value={value}
        onChange={(event) => {
          const chosenValue = values.find((each) => String(each) === event.target.value);
          if (chosenValue !== undefined) onChange(chosenValue);
        }}
      >
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden="true" />
    </span>
  </label>
);
