import { useMemo } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useCompanyNames } from '../../../api/companies.ts';
import { chosenOf, type FiltersOf } from './field-filters.ts';
import type { ValueFilter } from './value-filters.ts';

export const useChosenNames = <Name extends Resource>(
  valueFilters: readonly ValueFilter[],
  filters: FiltersOf<Name>,
): ((value: string) => string | null) => {
  // Only company IDs have separate display names.
  const companyIds = useMemo(
    () => valueFilters.flatMap((filter) => (filter.namedBy === undefined ? [] : chosenOf(filters, filter))),
    [valueFilters, filters],
  );
  const companies = useCompanyNames(companyIds);
  return (id) => companies.get(id)?.providerCompanyName ?? null;
};
