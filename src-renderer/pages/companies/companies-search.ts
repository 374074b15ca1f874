import { createdText, parseCreated } from '../../components/listing/filters/created-range.ts';
import { parseText, parseValues } from '../../components/listing/filters/filter-values.ts';
import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';
import { defaultLoadedView, parseLoadedView, type LoadedView } from '../../components/loaded/loaded-view.ts';
import type { CompanyFilters } from './company-filters.ts';
import { sortableCompanyColumns } from './company-query.ts';

/** What the route of the Companies page holds. */
export interface CompaniesSearch extends ListingSearch, CompanyFilters, LoadedView {}

export const noCompanyFilters: CompanyFilters = { text: '', provider: [], created: null };
export const defaultCompaniesSearch: CompaniesSearch = {
  page: defaultListingSearch.page,
  get size() {
    return defaultListingSearch.size;
  },
  ...noCompanyFilters,
  ...defaultLoadedView,
};

export const parseCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch => {
  const created = parseCreated(raw['created']);
  return {
    ...parseListingSearch(raw),
    ...parseLoadedView(raw, sortableCompanyColumns),
    text: parseText(raw['text']),
    provider: parseValues(raw['provider']),
    created: created && createdText(created),
  };
};
