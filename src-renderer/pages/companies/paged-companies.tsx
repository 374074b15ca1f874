import { useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ExportButton } from '../../components/export/export-button.tsx';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import { listOptions, useKnownTotal } from '../../api/listings.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { LoadAllButton } from '../../components/loaded/load/load-all-button.tsx';

import { FilterChips } from '../../components/listing/filters/filter-chips.tsx';
import { loadedQueryOf, rowMatcher } from '../../components/listing/filters/apply-filters.ts';
import { chosenOf } from '../../components/listing/filters/field-filters.ts';
import { valuesInRows } from '../../components/listing/filters/value-filters.ts';
import { companyValueFilters } from './company-value-filters.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { companyFilters } from './company-filters.ts';
import { companyJson } from '#shared/migration-api/row-json.ts';

import { NoCompanies } from './no-companies.tsx';
import type { CompaniesView } from './use-companies-view.ts';

/** The companies, page by page. */
export const PagedCompanies = ({ view }: { readonly view: CompaniesView }) => {
  const { search, filters, onFilters } = view;
  const { api } = useConsole();
  const state = useListing<CompanyRow>((page) => listOptions(api, 'companies', page), search);
  const total = useKnownTotal('companies');
  const items = state.listing?.rows;
  // The day is that of the last change of filters or rows.
  const matches = useMemo(
    () => (companyFilters.active(filters) === 0 ? null : rowMatcher('companies', filters, new Date())),
    // oxlint-disable-next-line react/exhaustive-deps
    [filters, items],
  );
  const companies = items?.flatMap((item) => (item.kind === 'row' ? [item.value] : [])) ?? [];
  const loadAll = (look: 'link' | 'primary') => (
    <LoadAllButton resource="companies" total={total} look={look} onShow={() => view.onView('all')} />
  );
  return (
    <ListingPage
      topic="companies"
      title="Companies"
      columns={companyColumns}
      state={state}
      rowJson={companyJson}
      search={search}
      onSearch={view.onSearch}
      headField={<CompanyFilterField of="this page" text={filters.text} onText={(text) => onFilters({ text })} />}
      filters={{
        chips: (
          <FilterChips
            of="this page"
            by={companyValueFilters}
            values={(filter) => valuesInRows(companies, filter, chosenOf(filters, filter))}
            {...{ filters, onFilters }}
          />
        ),
        active: companyFilters.active(filters),
        matches,
        onClear: () => onFilters(companyFilters.none),
      }}
      actions={
        <ExportButton
          resource="companies"
          query={loadedQueryOf('companies', filters, null, new Date())}
          filters={companyFilters.active(filters)}
          page={{ page: search.page, pageSize: search.size, rows: items?.length ?? 0 }}
        />
      }
      loadAll={loadAll('link')}
      loadAllPrimary={loadAll('primary')}
      onOpen={view.onMigrations}
      menuMore={view.menuMore}
      empty={<NoCompanies />}
    />
  );
};
