import { createListFilters, type FiltersOf } from '../../components/listing/filters/field-filters.ts';

export type CompanyFilters = FiltersOf<'companies'>;

/** What narrows and sorts companies. */
export const companyFilters = createListFilters('companies');
