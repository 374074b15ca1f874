import { useId } from 'react';
import { ChoicePopover } from '../menu/open-popover.tsx';
import { daysLabel } from './day-range.ts';
import { daysPresets, sincePresets, type DaysChoice, type DayRange } from './days-choice.ts';
import '../controls/field.css';
import '../controls/tick.css';
import './days-popover.css';

interface DaysPopoverProps {
  readonly label: string;
  readonly days: DaysChoice | null;
  readonly trigger: HTMLElement;
  /** True to offer only the start of a range without an end. */
  readonly isOpenEnded?: boolean;
  readonly onChoose: (days: DaysChoice | null) => void;
  readonly onClose: () => void;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
}

const DayField = ({ label, day, onDay }: DayFieldProps) => {
  const id = useId();
  return (
    <div className="days-day row">
      <label htmlFor={id}>{label}</label>
      {/* A native date field, because users know its keys and calendar. */}
      <input
        id={id}
        type="date"
        className="field number"
        value={day ?? ''}
        onChange={(event) => onDay(event.target.value || null)}
      />
    </div>
  );
};

export const DaysPopover = ({ label, days, trigger, isOpenEnded = false, onChoose, onClose }: DaysPopoverProps) => {
  const range: DayRange = days !== null && typeof days === 'object' ? days : { from: null, to: null };
  const setRange = ({ from, to }: DayRange): void => onChoose(from || to ? { from, to } : null);
  const chosen = days === null ? 'any' : typeof days === 'string' ? days : null;
  const name = useId();
  const presets = isOpenEnded ? sincePresets : daysPresets;
  return (
    <ChoicePopover className="days-choice" label={label} trigger={trigger} onClose={onClose}>
      <div role="radiogroup" aria-label="Days">
        {(['any', ...presets] as const).map((each) => (
          <label key={each} className="days-radio row hover-tint">
            <input
              type="radio"
              className="tick"
              name={name}
              checked={chosen === each}
              onChange={() => onChoose(each === 'any' ? null : each)}
            />
            {each === 'any' ? `Any ${isOpenEnded ? 'time' : 'day'}` : sentence(daysLabel(each))}
          </label>
        ))}
      </div>
      <div className="days-range stack">
        <DayField label="From" day={range.from} onDay={(from) => setRange({ ...range, from })} />
        {isOpenEnded ? null : <DayField label="To" day={range.to} onDay={(to) => setRange({ ...range, to })} />}
      </div>
    </ChoicePopover>
  );
};
