import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import '#ui/controls/field.css';
import '#ui/controls/select.css';

interface SandboxCardProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly error?: AppError | null;
}

export const SandboxCard = ({ title, note, children, error = null }: SandboxCardProps) => {
  const id = useId();
  const errorText = error ? describeAppError(error) : null;
  return (
    <section className="sandbox-card" aria-labelledby={id}>
      <header className="sandbox-card-head row">
        <h2 id={id}>{title}</h2>
        <span className="muted text-right number">{note}</span>
      </header>
      <div className="sandbox-card-body">
        {children}
        {errorText && error ? (
          <p className="sandbox-problem" role="alert">
            {error.code === 'invalid_request' && error.detail ? error.detail : `${errorText.title}. ${errorText.text}`}
          </p>
        ) : null}
      </div>
    </section>
  );
};

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

export const ChoiceField = <Value extends string>({ label, value, choices, onChange }: ChoiceFieldProps<Value>) => {
  const id = useId();
  return (
    <div className="choice-field stack">
      <label htmlFor={id}>{label}</label>
      <span className="select-box">
        <select
          id={id}
          className="select"
          value={value}
          onChange={(event) => {
            const chosenOption = choices.find(([each]) => each === event.target.value);
            if (chosenOption) onChange(chosenOption[0]);
          }}
        >
          {choices.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={12} aria-hidden="true" />
      </span>
    </div>
  );
};

/** A whole number or the validation message. `value` is null for empty input. */
type ReadNumber = { readonly value: number | null; readonly problem: string | null };

export const readWholeNumber = (typed: string, name: string, min: number, max: number): ReadNumber => {
  const text = typed.replaceAll(/[\s,]/g, '');
  if (text === '') return { value: null, problem: null };
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max
    ? { value, problem: null }
    : { value: null, problem: `${name} must be a whole number from ${min} to ${max.toLocaleString('en-US')}.` };
};
