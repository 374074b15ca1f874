import { Calendar } from 'lucide-react';
import { lazyPart } from '../state/lazy-part.tsx';
import { daysLabel } from './day-range.ts';
import type { DaysChoice } from './days-choice.ts';
import type { ChipFilter } from './filter-chip.tsx';

const DaysPopover = lazyPart(() => import('./days-popover.tsx'), 'DaysPopover');

interface DaysFilterProps {
  readonly name: string;
  readonly days: DaysChoice | null;
  readonly isOpenEnded?: boolean;
  readonly onChoose: (days: DaysChoice | null) => void;
}

export const daysFilter = ({ name, days, isOpenEnded = false, onChoose }: DaysFilterProps): ChipFilter => ({
  icon: Calendar,
  name,
  choice: days && daysLabel(days),
  opens: 'dialog',
  onClear: () => onChoose(null),
  renderChoice: (place) => <DaysPopover label={name} {...{ days, isOpenEnded, onChoose }} {...place} />,
});
