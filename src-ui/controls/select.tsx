import { ChevronDown } from 'lucide-react';
import './field.css';
import './select.css';

interface SelectProps<Value extends number> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
}

/** A native select with the look of a field: its list, keys and names are the system's own. */
export const Select = <Value extends number>({ label, value, values, onChange }: SelectProps<Value>) => (
  <label className="select-label">
    <span className="pager-word">{label}</span>
    <span className="select-box">
      <select
        className="select number"
        value={value}
        onChange={(event) => {
          const chosen = values.find((each) => String(each) === event.target.value);
          if (chosen !== undefined) onChange(chosen);
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
