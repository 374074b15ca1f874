import { isUuid, normalizeId } from '#ui/values/ids.tsx';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';
import { defaultLoadedView, parseLoadedView, type LoadedView } from '../../components/listing/loaded-view.ts';
import { migrationFilters, type MigrationFilters } from './migration-filters.ts';

export interface MigrationsSearch extends ListingSearch, MigrationFilters, LoadedView {
  readonly open: string | null;
}

export const defaultMigrationsSearch: MigrationsSearch = {
  page: defaultListingSearch.page,
  get size() {
    return defaultListingSearch.size;
  },
  ...migrationFilters.none,
  ...defaultLoadedView,
  open: null,
};

export const parseMigrationsSearch = (raw: Record<string, unknown>): MigrationsSearch => {
  const open = typeof raw['open'] === 'string' ? normalizeId(raw['open']) : '';
  const filters = migrationFilters.parse(raw);
  const view = parseLoadedView(raw, migrationFilters.sortable);
  return {
    ...parseListingSearch(raw),
    ...view,
    ...filters,
    // Marks and time in the status are known for loaded rows only.
    view: filters.attention.length > 0 ? 'all' : view.view,
    open: isUuid(open) ? open : null,
  };
};
