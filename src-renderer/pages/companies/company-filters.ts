import { createListFilters, type FiltersOf } from '../../components/listing/filters/field-filters.ts';

export type CompanyFilters = FiltersOf<'companies'>;

export const companyFilters = createListFilters('companies');
