import { Info, ListFilter, LoaderCircle, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { LazyPopMenu, useMenuTrigger } from '#ui/menu/menu-button.tsx';
import type { Maybe, MenuPart } from '#ui/menu/pop-menu.tsx';
import { flushSync } from 'react-dom';
import { type ChipFilter, FilterChip } from '#ui/filters/filter-chip.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { consoleKeys, keyName } from '../../palette/console-keys.ts';
import { usePaletteEntries } from '../../palette/palette-entries.ts';
import './filter-bar.css';

interface FilterMenuProps {
  readonly filters: readonly ChipFilter[];
  readonly isNextToChips: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onClear: () => void;
}

const partsOf = (
  filters: readonly ChipFilter[],
  choose: (name: string) => void,
  onClear: () => void,
): readonly Maybe<MenuPart>[] => {
  const part = (ariaName: string, of: readonly ChipFilter[]): Maybe<MenuPart> =>
    of.length > 0 && {
      kind: 'actions',
      staysOpen: true,
      ariaName,
      lines: of.map(({ name, icon, choice }) => ({
        label: name,
        icon,
        note: choice ?? undefined,
        run: () => choose(name),
      })),
    };
  const narrowing = filters.filter(({ isOrder }) => !isOrder);
  return [
    part('Filters', narrowing),
    part(
      'Order',
      filters.filter(({ isOrder }) => isOrder),
    ),
    narrowing.some(({ choice }) => choice !== null) && {
      kind: 'actions',
      ariaName: 'Clear',
      lines: [{ label: 'Clear all filters', icon: X, run: onClear }],
    },
  ];
};

/**
 * One button for the filters whose chips don't fit. Choosing a filter shows its values instead. The menu is hidden, not
 * unmounted, while all chips fit, because remounting would close an open menu and lose the focus.
 */
const FilterMenu = ({ filters, isNextToChips, onOpen, onClear }: FilterMenuProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const { openAt, close, button } = useMenuTrigger((isOpen) => {
    setChosen(null);
    onOpen(isOpen);
  });
  const set = filters.filter(({ isOrder, choice }) => !isOrder && choice !== null);
  const Icon = isNextToChips ? Plus : ListFilter;
  const openedFilter = filters.find(({ name }) => name === chosen);
  return (
    <span
      className={filters.some(({ choice }) => choice !== null) ? 'chip active' : 'chip'}
      hidden={filters.length === 0}
      data-filter-menu
    >
      <button
        className="chip-button row text-nowrap shrink number"
        aria-label={set.length === 0 ? 'Filter' : `Filter, ${set.length} set`}
        {...button}
      >
        <Icon size={14} aria-hidden="true" />
        <span>Filter</span>
        {set.length === 0 ? null : <span className="chip-count forced-border">{set.length}</span>}
      </button>
      {openAt && !openedFilter ? (
        <LazyPopMenu name="Filter" parts={partsOf(filters, setChosen, onClear)} trigger={openAt} onClose={close} />
      ) : null}
      {openAt && openedFilter ? openedFilter.renderChoice({ trigger: openAt, onClose: close }) : null}
    </span>
  );
};

/** Steps of a shrinking bar: chips with long labels, with short labels, active chips and a button, only a button. */
const folds = ['nothing', 'words', 'unset', 'all'] as const;

const last = folds.length - 1;

const isOverflowing = (bar: HTMLElement): boolean => {
  const end = bar.lastElementChild?.getBoundingClientRect().right ?? 0;
  return end > bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight) + 6.5;
};

/**
 * Folds a bar into one line before paint.
 * @param key identifies the content; a change restarts at the first step
 */
const useFold = (key: string) => {
  const bar = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const measuredKey = `${key} ${width}`;
  const [state, setState] = useState({ measured: measuredKey, at: 0 });
  const measuredIndex = state.measured === measuredKey ? state.at : 0;
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const foldIndex = heldAt ?? measuredIndex;

  // Measuring forces a layout, so measure only when the width may have changed.
  useLayoutEffect(() => {
    if (heldAt === null && foldIndex < last && bar.current && isOverflowing(bar.current))
      setState({ measured: measuredKey, at: foldIndex + 1 });
  }, [measuredKey, foldIndex, heldAt]);
  // Growing content only folds the bar further, because unfolding here would cause an endless loop.
  const foldIfCut = useEffectEvent(() => {
    if (heldAt === null && foldIndex < last && bar.current && isOverflowing(bar.current))
      setState({ measured: measuredKey, at: foldIndex + 1 });
  });
  useEffect(() => {
    if (!bar.current) return;
    // Runs before paint, so that the old width is never visible.
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        flushSync(() => (target === bar.current ? setWidth(Math.round(contentRect.width)) : foldIfCut()));
      }
    });
    observer.observe(bar.current);
    if (bar.current.lastElementChild) observer.observe(bar.current.lastElementChild);
    return () => observer.disconnect();
  }, []);

  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return {
    bar,
    fold: folds[foldIndex] ?? 'all',
    isHeld: heldAt !== null,
    /** Keeps the layout while a menu of the bar is open. */
    hold: (isOpen: boolean) => {
      cancelAnimationFrame(frame.current);
      if (isOpen) return setHeldAt(foldIndex);
      // The focus returns to the button in the next frame.
      frame.current = requestAnimationFrame(() => {
        frame.current = requestAnimationFrame(() => setHeldAt(null));
      });
    },
  };
};

interface FilterBarProps {
  readonly filters: readonly ChipFilter[];
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
  const [heldNames, setHeldNames] = useState<readonly string[]>([]);
  const names = isHeld ? heldNames : chipFilters.map(({ name }) => name);
  const chips = filters.filter(({ name }) => names.includes(name));
  const onOpen = (isOpen: boolean): void => {
    if (isOpen) setHeldNames(names);
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
        <FilterChip key={filter.name} filter={filter} onOpen={onOpen} />
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
