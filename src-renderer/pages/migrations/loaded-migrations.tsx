import { useMemo } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useLoadedState } from '../../api/loaded-state.ts';
import { ExportButton } from '../../components/export/export-button.tsx';
import { loadAge } from '../../components/loaded/load/load-age.ts';
import { LoadedPage } from '../../components/loaded/loaded-page.tsx';
import { loadedReads } from '../../components/loaded/loaded-reads.ts';
import { parseSort } from '../../components/loaded/next-sort.ts';
import { useLoadedValues } from '../../components/loaded/use-loaded-values.ts';
import { FindField } from './find/find-field.tsx';
import { LazyDrawer, useDrawerSoon } from './drawer/lazy-drawer.tsx';
import { FilterChips } from '../../components/listing/filters/filter-chips.tsx';
import { migrationValueFilters } from './migration-value-filters.ts';
import { migrationColumns } from './migration-columns.tsx';
import { migrationFilters } from './migration-filters.ts';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { NoMigrations } from './no-migrations.tsx';
import { StuckClockProvider, useStuckClock } from './stuck/stuck-clock.ts';
import { loadedQueryOf } from '../../components/listing/filters/apply-filters.ts';
import { chosenOf } from '../../components/listing/filters/field-filters.ts';
import { groupLabel, groupLines, type ValueFilter } from '../../components/listing/filters/value-filters.ts';
import type { MigrationsView } from './use-migrations-view.ts';
import { useRowActions } from './use-row-actions.tsx';

const groups = groupLines(migrationValueFilters);
const valueKeys = migrationValueFilters.flatMap(({ name, chip }) => (chip ? [name] : []));

/** All migrations that are loaded. */
export const LoadedMigrations = ({ view }: { readonly view: MigrationsView }) => {
  const { search, filters, onFilters, onOpen, onClose } = view;
  const { api } = useConsole();
  const { menuMore, over } = useRowActions(view.onOpen);
  const state = useLoadedState('migrations');
  const version = state?.version;
  const stuck = useStuckClock(loadAge(state).rowsAt);
  useDrawerSoon(true);
  const { valuesOf, onNear } = useLoadedValues('migrations', valueKeys, filters.company.length > 0);
  const values = (filter: ValueFilter) => valuesOf(filter.name, chosenOf(filters, filter), filter.labelOf);
  const sort = useMemo(() => parseSort(search.sort, migrationFilters.sortable), [search.sort]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => loadedQueryOf('migrations', filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, 'migrations', query);
  return (
    <StuckClockProvider value={stuck}>
      <LoadedPage<ListedMigration>
        topic="migrations"
        title="Migrations"
        columns={migrationColumns}
        sortable={migrationFilters.sortable}
        sort={sort}
        onSort={view.onSort}
        listKey={JSON.stringify(query)}
        read={reads.rows}
        group={search.group}
        onGroup={view.onGroup}
        groupKeys={groups}
        grouping={{
          ...reads.groups,
          labelOf: (by, group) => groupLabel(migrationValueFilters, by, group),
        }}
        rowJson={migrationJson}
        menuMore={menuMore}
        filters={{
          chips: (
            <span className="chips-near" onPointerEnter={onNear} onFocus={onNear}>
              <FilterChips of="all loaded" by={migrationValueFilters} {...{ values, filters, onFilters }} />
            </span>
          ),
          active: migrationFilters.active(filters),
          onClear: () => onFilters(migrationFilters.none),
        }}
        headField={<FindField view={view} />}
        actions={
          <ExportButton resource="migrations" query={query} filters={migrationFilters.active(filters)} page={null} />
        }
        empty={<NoMigrations />}
        onPages={() => view.onView('page')}
        openId={search.open}
        onOpen={onOpen}
        onClose={onClose}
        renderDrawer={(place) =>
          search.open === null ? null : (
            <LazyDrawer id={search.open} place={place} onMove={(id) => onOpen(id, 'move')} onClose={onClose} />
          )
        }
      />
      {over}
    </StuckClockProvider>
  );
};
