import type { LucideIcon } from 'lucide-react';
import { Calendar, Inbox } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type AttentionFilter, attentionFilters, attentionKinds, attentionNames } from '#shared/attention.ts';
import { useAttentionCounts } from '../../../api/loaded.ts';
import type { ChipFilter, ChoicePlace } from '#ui/filters/filter-chip.tsx';
import { LazyPopMenu } from '#ui/menu/menu-button.tsx';
import type { MenuLine } from '#ui/menu/pop-menu.tsx';
import { countText } from '#ui/values/number-text.ts';
import { daysLabel, daysText, parseDays } from '#ui/filters/days-choice.ts';
import { chosenText, type FilterValue } from './field-filters.ts';
import type { Scope } from './scope-text.ts';

/** One choice of the bar above the rows, which it shows as a chip or as a line of its menu. */
export interface BarFilter extends ChipFilter {
  readonly id: string;
  /** Whether it leaves rows out; otherwise it arranges them. */
  readonly narrows: boolean;
}

interface ValueFilterFacts {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly values: () => readonly FilterValue[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  /** Whose values these are. */
  readonly of: Scope;
  /** How a value looks in its line. */
  readonly lookOf?: ((value: string) => Pick<MenuLine, 'icon' | 'tone'>) | undefined;
}

/** A filter by the values that the rows have, several at once. */
export const valueBarFilter = (facts: ValueFilterFacts): BarFilter => {
  const { id, icon, name, values, chosen, onChoose, of, lookOf } = facts;
  return {
    id,
    icon,
    name,
    choice: chosen.length === 0 ? null : chosenText(chosen, values()),
    narrows: true,
    opens: 'menu',
    onClear: () => onChoose([]),
    renderChoice: (place) => {
      const listed = values();
      const none = `${name}: nothing ${of === 'this page' ? 'on this page' : 'loaded'}`;
      return (
        <LazyPopMenu
          name={name}
          parts={[
            {
              kind: 'many',
              head: listed.length === 0 ? none : `${name}, rows of ${of}`,
              ariaName: name,
              lines: listed.map(({ id: value, label, rows }) => ({
                id: value,
                label,
                note: countText(rows),
                ...lookOf?.(value),
              })),
              chosen,
              onChoose,
            },
          ]}
          {...place}
        />
      );
    },
  };
};

const DaysPopover = lazy(() =>
  import('#ui/filters/days-popover.tsx').then(({ DaysPopover: Popover }) => ({ default: Popover })),
);

/** A filter by the day of creation. */
export const createdBarFilter = (raw: string | null, onChoose: (created: string | null) => void): BarFilter => {
  const created = parseDays(raw);
  return {
    id: 'created',
    icon: Calendar,
    name: 'Created',
    choice: created && daysLabel(created),
    narrows: true,
    opens: 'dialog',
    onClear: () => onChoose(null),
    renderChoice: (place) => (
      <Suspense>
        <DaysPopover label="Created" days={created} onChoose={(next) => onChoose(next && daysText(next))} {...place} />
      </Suspense>
    ),
  };
};

const isAnyReason = (chosen: readonly AttentionFilter[]): boolean =>
  chosen.length === attentionKinds.length && !chosen.includes('handled');

const attentionChoice = (chosen: readonly AttentionFilter[]): string => {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) return attentionNames[first];
  return isAnyReason(chosen) ? 'Any reason' : `${chosen.length} of ${attentionFilters.length}`;
};

interface AttentionMenuProps {
  readonly chosen: readonly AttentionFilter[];
  readonly onChoose: (wanted: readonly AttentionFilter[]) => void;
  readonly place: ChoicePlace;
}

/** The reasons, each with how many of all loaded migrations it has, as soon as they are counted. */
const AttentionMenu = ({ chosen, onChoose, place }: AttentionMenuProps) => {
  const counts = useAttentionCounts();
  const noteOf = (id: AttentionFilter) => (counts ? { note: countText(counts[id]) } : {});
  return (
    <LazyPopMenu
      name="Needs attention"
      parts={[
        {
          kind: 'many',
          head: 'Needs attention, all loaded',
          ariaName: 'Needs attention',
          lines: attentionFilters.map((id) => ({ id, label: attentionNames[id], ...noteOf(id) })),
          chosen,
          onChoose: (ids) => onChoose(attentionFilters.filter((each) => ids.includes(each))),
        },
      ]}
      {...place}
    />
  );
};

/** A filter by why migrations need attention; the bar has it while it is set. */
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
