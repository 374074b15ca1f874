import { CreatedChip } from './created-chip.tsx';
import { parseCreated } from './created-range.ts';
import { ValueChip } from './filter-chip.tsx';
import type { FilterValue } from './filter-values.ts';
import { chosenOf } from './field-filters.ts';
import type { ValueFilter } from './value-filters.ts';

interface FilterChipsProps<Filters extends { readonly created: string | null }> {
  readonly of: 'this page' | 'all loaded';
  readonly by: readonly ValueFilter[];
  /** Asked for while a menu is open. */
  readonly values: (filter: ValueFilter) => readonly FilterValue[];
  readonly filters: Filters;
  readonly onFilters: (change: Partial<Filters>) => void;
}

/** The filters of a table, by what its rows hold. */
export const FilterChips = <Filters extends { readonly created: string | null }>({
  of,
  by,
  values,
  filters,
  onFilters,
}: FilterChipsProps<Filters>) => (
  <>
    {by
      .filter(({ chip }) => chip)
      .map((filter) => (
        <ValueChip
          key={filter.name}
          icon={filter.icon}
          name={filter.label}
          of={of}
          values={() => values(filter)}
          chosen={chosenOf(filters, filter)}
          onChoose={(chosen) => onFilters({ [filter.name]: chosen } as unknown as Partial<Filters>)}
          {...(filter.lookOf ? { lookOf: filter.lookOf } : {})}
        />
      ))}
    <CreatedChip
      created={parseCreated(filters.created)}
      onChoose={(created) => onFilters({ created } as unknown as Partial<Filters>)}
    />
  </>
);
