import { createListFilters } from '../../components/listing/filters/field-filters.ts';
import { defaultListSearch, type ListSearch, parseListSearch } from '../../components/listing/listing-search.ts';

export const companyFilters = createListFilters('companies');

export type CompaniesSearch = ListSearch<'companies'>;
export const defaultCompaniesSearch = defaultListSearch(companyFilters);
export const parseCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch =>
  parseListSearch(companyFilters, raw);
