import { ListFilter, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { LazyPopMenu, useMenuTrigger } from '#ui/menu/menu-button.tsx';
import type { MenuPart } from '#ui/menu/pop-menu.tsx';
import type { BarFilter } from './bar-filter.tsx';

interface FilterMenuProps {
  readonly filters: readonly BarFilter[];
  readonly isNextToChips: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onClear: () => void;
}

const partsOf = (
  filters: readonly BarFilter[],
  choose: (id: string) => void,
  onClear: () => void,
): readonly MenuPart[] => {
  const part = (ariaName: string, of: readonly BarFilter[]): readonly MenuPart[] =>
    of.length === 0
      ? []
      : [
          {
            kind: 'actions',
            staysOpen: true,
            ariaName,
            lines: of.map(({ id, name, icon, choice }) => ({ id, label: name, icon, note: choice ?? undefined })),
            onAction: choose,
          },
        ];
  const isAnySet = filters.some(({ narrows, choice }) => narrows && choice !== null);
  return [
    ...part(
      'Filters',
      filters.filter(({ narrows }) => narrows),
    ),
    ...part(
      'Order',
      filters.filter(({ narrows }) => !narrows),
    ),
    ...(isAnySet
      ? [
          {
            kind: 'actions' as const,
            ariaName: 'Clear',
            lines: [{ id: 'clear', label: 'Clear all filters', icon: X }],
            onAction: onClear,
          },
        ]
      : []),
  ];
};

/**
 * One button for the filters whose chips don't fit. Choosing a filter shows its values instead. The menu is hidden, not
 * unmounted, while all chips fit, because remounting would close an open menu and lose the focus.
 */
export const FilterMenu = ({ filters, isNextToChips, onOpen, onClear }: FilterMenuProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const { openAt, close, button } = useMenuTrigger((isOpen) => {
    setChosen(null);
    onOpen(isOpen);
  });
  const set = filters.filter(({ narrows, choice }) => narrows && choice !== null);
  const Icon = isNextToChips ? Plus : ListFilter;
  const openedFilter = filters.find(({ id }) => id === chosen);
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
