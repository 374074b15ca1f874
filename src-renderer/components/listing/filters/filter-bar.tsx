import { Info, ListFilter, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BarFilter } from './bar-filter.tsx';
import { FilterChip } from '#ui/filters/filter-chip.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { consoleKeys, keyName } from '../../palette/console-keys.ts';
import { usePaletteEntries } from '../../palette/palette-entries.ts';
import { useFold } from './use-fold.ts';
import './filter-bar.css';

interface FilterBarProps {
  readonly filters: readonly BarFilter[];
  /** How many filters narrow the rows, the text of the search field included. */
  readonly active: number;
  readonly onClear: () => void;
  /** How far the filters reach, and the same where there is little room. */
  readonly scope: readonly [string, string];
  /** Whether the scope tells of something under way. */
  readonly isBusy: boolean;
  /** Somebody comes near the filters. */
  readonly onNear: (() => void) | undefined;
  /** The way to another scope. */
  readonly action?: ReactNode;
  /** At the right end. */
  readonly end?: ReactNode;
}

/** The filters of rows and how far they reach, on one line at every width. */
export const FilterBar = (props: FilterBarProps) => {
  const { filters, active, onClear, scope, onNear, isBusy, action, end } = props;
  const isClearable = active > 1;
  const key = [...filters.map(({ choice }) => choice), isClearable, scope[0].length, scope[1].length].join('/');
  const { bar, fold, isHeld, hold } = useFold(key);
  const isFolded = fold === 'unset' || fold === 'all';
  const withChip = fold === 'all' ? [] : filters.filter(({ choice }) => choice !== null || !isFolded);
  // While something is chosen, no chip comes or goes beside what it is chosen from.
  const [heldIds, setHeldIds] = useState<readonly string[]>([]);
  const ids = isHeld ? heldIds : withChip.map(({ id }) => id);
  const chips = filters.filter(({ id }) => ids.includes(id));
  const onOpen = (isOpen: boolean): void => {
    if (isOpen) setHeldIds(ids);
    hold(isOpen);
  };
  const inMenu = filters.filter((filter) => !chips.includes(filter));
  const toFilters = (): void => bar.current?.querySelector<HTMLElement>('.chip:not([hidden]) > .chip-button')?.focus();
  useShortcuts({ [consoleKeys.filter]: toFilters });
  usePaletteEntries('Actions', () => [
    { id: 'filter', label: 'Filter the rows', icon: ListFilter, keys: [keyName(consoleKeys.filter)], run: toFilters },
  ]);
  return (
    <div
      ref={bar}
      className="filter-bar"
      role="toolbar"
      aria-label="Filters"
      data-fold={fold}
      data-held={isHeld || undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {chips.map((filter) => (
        <FilterChip key={filter.id} filter={filter} onOpen={onOpen} />
      ))}
      <FilterMenu filters={inMenu} besideChips={chips.length > 0} onOpen={onOpen} onClear={onClear} />
      {isClearable && fold !== 'all' ? (
        <button type="button" className="link-button" onClick={onClear}>
          Clear all
        </button>
      ) : null}
      <div className="filter-end">
        <output className="filter-scope number">
          {isBusy ? (
            <LoaderCircle size={14} className="turning" aria-hidden="true" />
          ) : (
            <Info size={14} aria-hidden="true" />
          )}
          <span className="truncate">{fold === 'nothing' ? scope[0] : scope[1]}</span>
        </output>
        {action}
        {end}
      </div>
    </div>
  );
};
