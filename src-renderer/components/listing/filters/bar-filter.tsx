import { Calendar, Inbox } from 'lucide-react';
import { type AttentionFilter, attentionFilters, attentionKinds } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import type { ChipFilter } from '#ui/filters/filter-chip.tsx';
import { daysLabel } from '#ui/filters/day-range.ts';
import { type DaysChoice, daysText } from '#ui/filters/days-choice.ts';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import type { ValueFilterFacts } from './choice-menus.tsx';
import { chosenText } from './value-filters.ts';

export interface BarFilter extends ChipFilter {
  readonly id: string;
  /** True if the filter hides rows. False if it only arranges them. */
  readonly narrows: boolean;
}

const menus = () => import('./choice-menus.tsx');
const ValueMenu = lazyPart(menus, 'ValueMenu');
const AttentionMenu = lazyPart(menus, 'AttentionMenu');

export const preloadMenus = (): void => void menus().catch(() => undefined);

export const valueBarFilter = (facts: ValueFilterFacts): BarFilter => {
  const { id, icon, name, values, chosen, onChoose } = facts;
  return {
    id,
    icon,
    name,
    choice: chosen.length === 0 ? null : chosenText(chosen, values()),
    narrows: true,
    opens: 'menu',
    onClear: () => onChoose([]),
    renderChoice: (place) => <ValueMenu facts={facts} place={place} />,
  };
};

const DaysPopover = lazyPart(() => import('#ui/filters/days-popover.tsx'), 'DaysPopover');

interface DaysFilterFacts {
  readonly id: string;
  readonly name: string;
  readonly days: DaysChoice | null;
  readonly isOpenEnded?: boolean;
  readonly onChoose: (text: string | null) => void;
}

export const daysBarFilter = ({ id, name, days, isOpenEnded = false, onChoose }: DaysFilterFacts): BarFilter => ({
  id,
  icon: Calendar,
  name,
  choice: days && daysLabel(days),
  narrows: true,
  opens: 'dialog',
  onClear: () => onChoose(null),
  renderChoice: (place) => (
    <DaysPopover
      label={name}
      {...{ days, isOpenEnded }}
      onChoose={(next) => onChoose(next && daysText(next))}
      {...place}
    />
  ),
});

const isAnyReason = (chosen: readonly AttentionFilter[]): boolean =>
  chosen.length === attentionKinds.length && !chosen.includes('handled');

const attentionChoice = (chosen: readonly AttentionFilter[]): string => {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) return attentionNames[first];
  return isAnyReason(chosen) ? 'Any reason' : `${chosen.length} of ${attentionFilters.length}`;
};

export const attentionBarFilter = (
  chosen: readonly AttentionFilter[],
  onChoose: (wanted: readonly AttentionFilter[]) => void,
): BarFilter => ({
  id: 'attention',
  icon: Inbox,
  name: 'Needs attention',
  shortName: 'Attention',
  choice: attentionChoice(chosen),
  narrows: true,
  opens: 'menu',
  onClear: () => onChoose([]),
  renderChoice: (place) => <AttentionMenu {...{ chosen, onChoose, place }} />,
});
