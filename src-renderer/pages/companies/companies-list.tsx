import type { ListDefinition } from '../../components/listing/list-definition.ts';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { companyFilters } from './company-filters.ts';
import { companyValueFilters } from './company-value-filters.ts';
import { NoCompanies } from './no-companies.tsx';

/** What makes a list page the one of companies. */
export const companiesList: ListDefinition<'companies'> = {
  resource: 'companies',
  title: 'Companies',
  columns: companyColumns,
  rowJson: companyJson,
  refreshes: false,
  filters: companyFilters,
  valueFilters: companyValueFilters,
  useKnown: (rows) => rows,
  HeadField: CompanyFilterField,
  Empty: NoCompanies,
};
