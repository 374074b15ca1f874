import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { ChoicePopover } from '../menu/open-popover.tsx';
import { parseDays, sincePresets, type DaysChoice, type DayRange } from './days-choice.ts';
import '../controls/field.css';
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

const choices = [
  ['any', 'Any day'],
  ['today', 'Today'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
] as const;
const starts = [
  ['any', 'Any time'],
  ['yesterday', 'Since yesterday'],
  ['visit', 'Since your last visit'],
] as const;

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
  const presetName = typeof days === 'string' ? days : 'any';
  return (
    <ChoicePopover className="days-choice" label={label} trigger={trigger} onClose={onClose}>
      <RadioGroup
        aria-label="Days"
        value={days !== null && typeof days === 'object' ? null : presetName}
        onChange={(value) => onChoose(parseDays(value, isOpenEnded ? sincePresets : undefined))}
      >
        {(isOpenEnded ? starts : choices).map(([value, name]) => (
          <Radio key={value} value={value} className="days-radio row">
            {name}
          </Radio>
        ))}
      </RadioGroup>
      <div className="days-range stack">
        <DayField label="From" day={range.from} onDay={(from) => setRange({ ...range, from })} />
        {isOpenEnded ? null : <DayField label="To" day={range.to} onDay={(to) => setRange({ ...range, to })} />}
      </div>
    </ChoicePopover>
  );
};
