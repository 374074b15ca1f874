import {
  defaultListingSearch,
  parseListingSearch,
  type ListingSearch,
} from '../../components/listing/listing-search.ts';
import { defaultLoadedView, parseLoadedView, type LoadedView } from '../../components/listing/loaded-view.ts';
import { companyFilters, type CompanyFilters } from './company-filters.ts';

export interface CompaniesSearch extends ListingSearch, CompanyFilters, LoadedView {}

export const defaultCompaniesSearch: CompaniesSearch = {
  page: defaultListingSearch.page,
  get size() {
    return defaultListingSearch.size;
  },
  ...companyFilters.none,
  ...defaultLoadedView,
};

export const parseCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch => ({
  ...parseListingSearch(raw),
  ...parseLoadedView(raw, companyFilters.sortable),
  ...companyFilters.parse(raw),
});
