import { isUuid, normalizeId } from '#ui/values/ids.tsx';
import { createListFilters } from '../../components/listing/filters/field-filters.ts';
import { defaultListSearch, type ListSearch, parseListSearch } from '../../components/listing/listing-search.ts';

export const migrationFilters = createListFilters('migrations');

export type MigrationsSearch = ListSearch<'migrations'> & { readonly open: string | null };

// `Object.assign` keeps the getter of the preferred page size.
export const defaultMigrationsSearch: MigrationsSearch = Object.assign(defaultListSearch(migrationFilters), {
  open: null,
});

export const parseMigrationsSearch = (raw: Record<string, unknown>): MigrationsSearch => {
  const openId = typeof raw['open'] === 'string' ? normalizeId(raw['open']) : '';
  const search = parseListSearch(migrationFilters, raw);
  return {
    ...search,
    // The filter needs marks and the time in the status, which only loaded rows have.
    view: search.attention.length > 0 ? 'all' : search.view,
    open: isUuid(openId) ? openId : null,
  };
};
