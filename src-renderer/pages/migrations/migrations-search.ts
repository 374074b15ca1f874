import { isUuid, normalizeId } from '../../components/ids.ts';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';

/** What the route of the Migrations page holds. */
export interface MigrationsSearch extends ListingSearch {
  /** Id of the migration in the drawer. */
  readonly open: string | null;
}

export const defaultMigrationsSearch: MigrationsSearch = { ...defaultListingSearch, open: null };

export const parseMigrationsSearch = (raw: Record<string, unknown>): MigrationsSearch => {
  const open = typeof raw['open'] === 'string' ? normalizeId(raw['open']) : '';
  return { ...parseListingSearch(raw), open: isUuid(open) ? open : null };
};
