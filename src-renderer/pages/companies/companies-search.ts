import { createdText, parseCreated } from '../../components/listing/created-range.ts';
import { parseValues } from '../../components/listing/filter-values.ts';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';

/** What narrows the rows of a page; empty and null narrow nothing. */
export interface CompanyFilters {
  /** Part of a name or an id. */
  readonly text: string;
  /** The empty text stands for "no provider". */
  readonly provider: readonly string[];
  /** As `parseCreated` reads it. */
  readonly created: string | null;
}

/** What the route of the Companies page holds. */
export interface CompaniesSearch extends ListingSearch, CompanyFilters {}

export const noCompanyFilters: CompanyFilters = { text: '', provider: [], created: null };
export const defaultCompaniesSearch: CompaniesSearch = { ...defaultListingSearch, ...noCompanyFilters };

const mostText = 200;

export const parseCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch => {
  const { text } = raw;
  const created = parseCreated(raw['created']);
  return {
    ...parseListingSearch(raw),
    // The router reads digits alone as a number.
    text: typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, mostText) : '',
    provider: parseValues(raw['provider']),
    created: created && createdText(created),
  };
};
