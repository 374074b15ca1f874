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
import { companyLabel, MigrationChips, userLabel, type ValuesByField } from './migration-chips.tsx';
import { migrationColumns } from './migration-columns.tsx';
import { activeFilters } from './migration-filters.ts';
import { migrationGroupLabel, migrationGroups } from './migration-groups.ts';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { migrationQuery, sortableMigrationColumns } from './migration-query.ts';
import { noMigrationFilters } from './migrations-search.ts';
import { NoMigrations } from './no-migrations.tsx';
import { statusLookOf } from '../../components/migration/status-looks.ts';
import { StuckClockProvider, useStuckClock } from './stuck/stuck-clock.ts';
import type { MigrationsView } from './use-migrations-view.ts';
import { useRowActions } from './use-row-actions.tsx';

const valueKeys = ['status', 'company', 'user'] as const;

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
  const values: ValuesByField = (field) => {
    if (field === 'status') return valuesOf('status', filters.status, (status) => statusLookOf(status).label);
    return field === 'company'
      ? valuesOf('company', filters.company, companyLabel)
      : valuesOf('user', filters.user, userLabel);
  };
  const sort = useMemo(() => parseSort(search.sort, sortableMigrationColumns), [search.sort]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => migrationQuery(filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, 'migrations', query);
  return (
    <StuckClockProvider value={stuck}>
      <LoadedPage<ListedMigration>
        topic="migrations"
        title="Migrations"
        columns={migrationColumns}
        sortable={sortableMigrationColumns}
        sort={sort}
        onSort={view.onSort}
        listKey={JSON.stringify(query)}
        read={reads.rows}
        group={search.group}
        onGroup={view.onGroup}
        groupKeys={migrationGroups}
        grouping={{
          ...reads.groups,
          labelOf: migrationGroupLabel,
        }}
        rowJson={migrationJson}
        menuMore={menuMore}
        filters={{
          chips: (
            <span className="chips-near" onPointerEnter={onNear} onFocus={onNear}>
              <MigrationChips of="all loaded" {...{ values, filters, onFilters }} />
            </span>
          ),
          active: activeFilters(filters),
          onClear: () => onFilters(noMigrationFilters),
        }}
        headField={<FindField view={view} />}
        actions={<ExportButton resource="migrations" query={query} filters={activeFilters(filters)} page={null} />}
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
