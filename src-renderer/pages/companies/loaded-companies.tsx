import { useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useLoadedState } from '../../api/loaded-state.ts';
import { ExportButton } from '../../components/export/export-button.tsx';
import { LoadedPage } from '../../components/loaded/loaded-page.tsx';
import { loadedReads } from '../../components/loaded/loaded-reads.ts';
import { parseSort } from '../../components/loaded/next-sort.ts';
import { useLoadedValues } from '../../components/loaded/use-loaded-values.ts';

import { FilterChips } from '../../components/listing/filters/filter-chips.tsx';
import { loadedQueryOf } from '../../components/listing/filters/apply-filters.ts';
import { chosenOf } from '../../components/listing/filters/field-filters.ts';
import { groupLabel, groupLines, type ValueFilter } from '../../components/listing/filters/value-filters.ts';
import { companyValueFilters } from './company-value-filters.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { companyFilters } from './company-filters.ts';
import { companyJson } from '#shared/migration-api/row-json.ts';

import { NoCompanies } from './no-companies.tsx';
import type { CompaniesView } from './use-companies-view.ts';

const groups = groupLines(companyValueFilters);
const valueKeys = companyValueFilters.flatMap(({ name, chip }) => (chip ? [name] : []));

/** All companies that are loaded. */
export const LoadedCompanies = ({ view }: { readonly view: CompaniesView }) => {
  const { search, filters, onFilters } = view;
  const { api } = useConsole();
  const version = useLoadedState('companies')?.version;
  const { valuesOf, onNear } = useLoadedValues('companies', valueKeys, false);
  const values = (filter: ValueFilter) => valuesOf(filter.name, chosenOf(filters, filter), filter.labelOf);
  const sort = useMemo(() => parseSort(search.sort, companyFilters.sortable), [search.sort]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => loadedQueryOf('companies', filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, 'companies', query);
  return (
    <LoadedPage<CompanyRow>
      topic="companies"
      title="Companies"
      columns={companyColumns}
      sortable={companyFilters.sortable}
      sort={sort}
      onSort={view.onSort}
      listKey={JSON.stringify(query)}
      read={reads.rows}
      group={search.group}
      onGroup={view.onGroup}
      groupKeys={groups}
      grouping={{
        ...reads.groups,
        labelOf: (by, group) => groupLabel(companyValueFilters, by, group),
      }}
      rowJson={companyJson}
      headField={<CompanyFilterField of="all loaded" text={filters.text} onText={(text) => onFilters({ text })} />}
      filters={{
        chips: (
          <span className="chips-near" onPointerEnter={onNear} onFocus={onNear}>
            <FilterChips of="all loaded" by={companyValueFilters} values={values} {...{ filters, onFilters }} />
          </span>
        ),
        active: companyFilters.active(filters),
        onClear: () => onFilters(companyFilters.none),
      }}
      actions={<ExportButton resource="companies" query={query} filters={companyFilters.active(filters)} page={null} />}
      empty={<NoCompanies />}
      onPages={() => view.onView('page')}
      onOpen={view.onMigrations}
      menuMore={view.menuMore}
    />
  );
};
