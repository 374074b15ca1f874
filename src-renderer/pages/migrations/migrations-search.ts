import { isUuid, normalizeId } from '#ui/values/ids.ts';
import { createdText, parseCreated } from '../../components/listing/filters/created-range.ts';
import { parseText, parseValues } from '../../components/listing/filters/filter-values.ts';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';
import { defaultLoadedView, parseLoadedView, type LoadedView } from '../../components/loaded/loaded-view.ts';
import type { MigrationFilters } from './migration-filters.ts';
import { sortableMigrationColumns } from './migration-query.ts';

/** What the route of the Migrations page holds. */
export interface MigrationsSearch extends ListingSearch, MigrationFilters, LoadedView {
  /** Id of the migration in the drawer. */
  readonly open: string | null;
}

export const noMigrationFilters: MigrationFilters = { text: '', status: [], company: [], user: [], created: null };
export const defaultMigrationsSearch: MigrationsSearch = {
  page: defaultListingSearch.page,
  get size() {
    return defaultListingSearch.size;
  },
  ...noMigrationFilters,
  ...defaultLoadedView,
  open: null,
};

export const parseMigrationsSearch = (raw: Record<string, unknown>): MigrationsSearch => {
  const open = typeof raw['open'] === 'string' ? normalizeId(raw['open']) : '';
  const created = parseCreated(raw['created']);
  return {
    ...parseListingSearch(raw),
    ...parseLoadedView(raw, sortableMigrationColumns),
    text: parseText(raw['text']),
    status: parseValues(raw['status']),
    company: parseValues(raw['company']),
    user: parseValues(raw['user']),
    created: created && createdText(created),
    open: isUuid(open) ? open : null,
  };
};
