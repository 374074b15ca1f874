import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import '#ui/controls/field.css';
import '#ui/controls/select.css';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** One of several, with its name above: a native select with the look of a field. */
export const ChoiceField = <Value extends string>({ label, value, choices, onChange }: ChoiceFieldProps<Value>) => {
  const id = useId();
  return (
    <div className="choice-field">
      <label htmlFor={id}>{label}</label>
      <span className="select-box">
        <select
          id={id}
          className="select"
          value={value}
          onChange={(event) => {
            const chosen = choices.find(([each]) => each === event.target.value);
            if (chosen) onChange(chosen[0]);
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
