import { Building2, Plug } from 'lucide-react';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';
import type { ListDefinition } from '../../components/listing/list-definition.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { companyFilters } from './company-filters.ts';

/** The fields by whose values companies are filtered and grouped. */
const companyValueFilters = valueFilters('companies', { provider: { icon: Plug } });

/** What an organization without any company sees. */
const NoCompanies = () => (
  <MessageBlock icon={Building2} title="No companies yet">
    A company appears when an end user has logged in to its provider in the modal.
  </MessageBlock>
);

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
