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
  readonly active: number;
  readonly onClear: () => void;
  readonly scope: readonly [string, string];
  readonly isBusy: boolean;
  readonly onNear: (() => void) | undefined;
  readonly action?: ReactNode;
  readonly end?: ReactNode;
}

export const FilterBar = (props: FilterBarProps) => {
  const { filters, active, onClear, scope, onNear, isBusy, action, end } = props;
  const isClearable = active > 1;
  const key = [...filters.map(({ choice }) => choice), isClearable, scope[0].length, scope[1].length].join('/');
  const { bar, fold, isHeld, hold } = useFold(key);
  const isFolded = fold === 'unset' || fold === 'all';
  const chipFilters = fold === 'all' ? [] : filters.filter(({ choice }) => choice !== null || !isFolded);
  // While a menu is open, the visible chips don't change.
  const [heldIds, setHeldIds] = useState<readonly string[]>([]);
  const ids = isHeld ? heldIds : chipFilters.map(({ id }) => id);
  const chips = filters.filter(({ id }) => ids.includes(id));
  const onOpen = (isOpen: boolean): void => {
    if (isOpen) setHeldIds(ids);
    hold(isOpen);
  };
  const menuFilters = filters.filter((filter) => !chips.includes(filter));
  const toFilters = (): void => bar.current?.querySelector<HTMLElement>('.chip:not([hidden]) > .chip-button')?.focus();
  useShortcuts({ [consoleKeys.filter]: toFilters });
  usePaletteEntries('Actions', () => [
    { id: 'filter', label: 'Filter rows', icon: ListFilter, keys: [keyName(consoleKeys.filter)], run: toFilters },
  ]);
  return (
    <div
      ref={bar}
      className="filter-bar row rigid"
      role="toolbar"
      aria-label="Filters"
      data-fold={fold}
      data-frozen={isHeld || undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {chips.map((filter) => (
        <FilterChip key={filter.id} filter={filter} onOpen={onOpen} />
      ))}
      <FilterMenu filters={menuFilters} isNextToChips={chips.length > 0} onOpen={onOpen} onClear={onClear} />
      {isClearable && fold !== 'all' ? (
        <button type="button" className="link-button" onClick={onClear}>
          Clear all
        </button>
      ) : null}
      <div className="filter-end row rigid">
        <output className="filter-scope hint text-nowrap row number">
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
