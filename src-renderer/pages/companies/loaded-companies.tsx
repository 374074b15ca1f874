import { useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useLoadedState } from '../../api/loaded-state.ts';
import { ExportButton } from '../../components/export/export-button.tsx';
import { LoadedPage } from '../../components/loaded/loaded-page.tsx';
import { loadedReads } from '../../components/loaded/loaded-reads.ts';
import { parseSort } from '../../components/loaded/next-sort.ts';
import { useLoadedValues } from '../../components/loaded/use-loaded-values.ts';
import { noCompanyFilters } from './companies-search.ts';
import { CompanyChips, providerLabel } from './company-chips.tsx';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { activeFilters } from './company-filters.ts';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { companyQuery, sortableCompanyColumns } from './company-query.ts';
import { NoCompanies } from './no-companies.tsx';
import type { CompaniesView } from './use-companies-view.ts';

const valueKeys = ['provider'] as const;
const companyGroups = [
  ['provider', 'provider'],
  ['day', 'day'],
] as const;

/** All companies that are loaded. */
export const LoadedCompanies = ({ view }: { readonly view: CompaniesView }) => {
  const { search, filters, onFilters } = view;
  const { api } = useConsole();
  const version = useLoadedState('companies')?.version;
  const { valuesOf, onNear } = useLoadedValues('companies', valueKeys, false);
  const sort = useMemo(() => parseSort(search.sort, sortableCompanyColumns), [search.sort]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => companyQuery(filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, 'companies', query);
  return (
    <LoadedPage<CompanyRow>
      topic="companies"
      title="Companies"
      columns={companyColumns}
      sortable={sortableCompanyColumns}
      sort={sort}
      onSort={view.onSort}
      listKey={JSON.stringify(query)}
      read={reads.rows}
      group={search.group}
      onGroup={view.onGroup}
      groupKeys={companyGroups}
      grouping={{
        ...reads.groups,
        labelOf: (by, { key }) => (by === 'provider' ? providerLabel(key) : key || 'No day'),
      }}
      rowJson={companyJson}
      headField={<CompanyFilterField of="all loaded" text={filters.text} onText={(text) => onFilters({ text })} />}
      filters={{
        chips: (
          <span className="chips-near" onPointerEnter={onNear} onFocus={onNear}>
            <CompanyChips
              of="all loaded"
              providers={() => valuesOf('provider', filters.provider, providerLabel)}
              {...{ filters, onFilters }}
            />
          </span>
        ),
        active: activeFilters(filters),
        onClear: () => onFilters(noCompanyFilters),
      }}
      actions={<ExportButton resource="companies" query={query} filters={activeFilters(filters)} page={null} />}
      empty={<NoCompanies />}
      onPages={() => view.onView('page')}
      onOpen={view.onMigrations}
      menuMore={view.menuMore}
    />
  );
};
