import { useId, useRef } from 'react';
import { Dialog, Popover, Radio, RadioGroup } from 'react-aria-components';
import { parseCreated, type CreatedFilter, type DayRange } from './created-range.ts';
import '#ui/controls/field.css';
import '#ui/menu/menu.css';
import './created-popover.css';

interface CreatedPopoverProps {
  readonly created: CreatedFilter | null;
  readonly trigger: HTMLElement;
  readonly onChoose: (created: CreatedFilter | null) => void;
  readonly onClose: () => void;
}

const choices = [
  ['any', 'Any day'],
  ['today', 'Today'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
] as const;

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
}

const DayField = ({ label, day, onDay }: DayFieldProps) => {
  const id = useId();
  return (
    <div className="created-day">
      <label htmlFor={id}>{label}</label>
      {/* The system's own date field: its keys and its calendar are known to the person. */}
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

/** The days to choose from: some by name, or a range of one's own. */
export const CreatedPopover = ({ created, trigger, onChoose, onClose }: CreatedPopoverProps) => {
  const triggerRef = useRef(trigger);
  const range: DayRange = created !== null && typeof created === 'object' ? created : { from: null, to: null };
  const setRange = ({ from, to }: DayRange): void => onChoose(from || to ? { from, to } : null);
  const named = typeof created === 'string' ? created : 'any';
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      placement="bottom start"
      containerPadding={8}
      offset={6}
      className="menu-popover"
    >
      <Dialog className="created-choice" aria-label="Created">
        <RadioGroup
          aria-label="Days"
          value={created !== null && typeof created === 'object' ? null : named}
          onChange={(value) => onChoose(parseCreated(value))}
        >
          {choices.map(([value, label]) => (
            <Radio key={value} value={value} className="created-radio">
              {label}
            </Radio>
          ))}
        </RadioGroup>
        <div className="created-days">
          <DayField label="From" day={range.from} onDay={(from) => setRange({ ...range, from })} />
          <DayField label="To" day={range.to} onDay={(to) => setRange({ ...range, to })} />
        </div>
      </Dialog>
    </Popover>
  );
};
