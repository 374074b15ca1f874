import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import './segments.css';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly count?: string | undefined;
}

interface SegmentsProps<Value extends string> {
  readonly label?: string;
  readonly labelledBy?: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

export const Segments = <Value extends string>(props: SegmentsProps<Value>) => {
  const { label, labelledBy, segments, value, disabled = false, onChange } = props;
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label} aria-labelledby={labelledBy}>
      {segments.map(({ value: each, label: text, icon: Icon, count }) => (
        <label key={each} data-value={each} className="segment gap-7 text-medium row muted">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === each}
            disabled={disabled}
            onChange={() => onChange(each)}
          />
          {Icon ? <Icon size={14} aria-hidden="true" /> : null}
          {text}
          {/* Separates label and count in the accessible name. */}
          {count === undefined ? null : ' '}
          {count === undefined ? null : <span className="segment-count text-strong text-danger number">{count}</span>}
        </label>
      ))}
    </div>
  );
};
