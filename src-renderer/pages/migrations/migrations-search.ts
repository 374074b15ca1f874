import { isUuid, normalizeId } from '#ui/values/ids.ts';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';
import { defaultLoadedView, parseLoadedView, type LoadedView } from '../../components/loaded/loaded-view.ts';
import { migrationFilters, type MigrationFilters } from './migration-filters.ts';

/** What the route of the Migrations page holds. */
export interface MigrationsSearch extends ListingSearch, MigrationFilters, LoadedView {
  /** Id of the migration in the drawer. */
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
  return {
    ...parseListingSearch(raw),
    ...parseLoadedView(raw, migrationFilters.sortable),
    ...migrationFilters.parse(raw),
    open: isUuid(open) ? open : null,
  };
};
