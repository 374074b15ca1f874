import { useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ExportButton } from '../../components/export/export-button.tsx';
import { valuesOf } from '../../components/listing/filters/filter-values.ts';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import { listOptions, useKnownTotal } from '../../api/listings.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { LoadAllButton } from '../../components/loaded/load/load-all-button.tsx';
import { noCompanyFilters } from './companies-search.ts';
import { CompanyChips, providerLabel } from './company-chips.tsx';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { activeFilters, companyMatcher } from './company-filters.ts';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { companyQuery } from './company-query.ts';
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
  // oxlint-disable-next-line react/exhaustive-deps
  const matches = useMemo(() => companyMatcher(filters, new Date()), [filters, items]);
  const providers = () =>
    items?.flatMap((item) => (item.kind === 'row' ? [item.value.sourceProvider ?? ''] : [])) ?? [];
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
          <CompanyChips
            of="this page"
            providers={() => valuesOf(providers(), filters.provider, providerLabel)}
            {...{ filters, onFilters }}
          />
        ),
        active: activeFilters(filters),
        matches,
        onClear: () => onFilters(noCompanyFilters),
      }}
      actions={
        <ExportButton
          resource="companies"
          query={companyQuery(filters, null, new Date())}
          filters={activeFilters(filters)}
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
