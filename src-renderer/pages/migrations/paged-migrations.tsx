import { useMemo } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ExportButton } from '../../components/export/export-button.tsx';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import { placeOnPage } from '../../components/listing/table/row-place.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { usePaletteEntries } from '../../components/palette/palette-entries.ts';
import { LoadAllButton } from '../../components/loaded/load/load-all-button.tsx';
import { FindField } from './find/find-field.tsx';
import { LazyDrawer, useDrawerSoon } from './drawer/lazy-drawer.tsx';
import { FilterChips } from '../../components/listing/filters/filter-chips.tsx';
import { loadedQueryOf, rowMatcher } from '../../components/listing/filters/apply-filters.ts';
import { chosenOf } from '../../components/listing/filters/field-filters.ts';
import { valuesInRows } from '../../components/listing/filters/value-filters.ts';
import { migrationValueFilters } from './migration-value-filters.ts';
import { migrationColumns } from './migration-columns.tsx';
import { migrationFilters } from './migration-filters.ts';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { listOptions, useKnownTotal } from '../../api/listings.ts';
import { useDetails, withDetails } from '../../api/migrations.ts';
import { NoMigrations } from './no-migrations.tsx';
import { rowEntries } from './row-entries.ts';
import { StuckClockProvider, useStuckClock } from './stuck/stuck-clock.ts';
import type { MigrationsView } from './use-migrations-view.ts';
import { useRowActions } from './use-row-actions.tsx';

const noRows: readonly ListedMigration[] = [];

/** The migrations, page by page. */
export const PagedMigrations = ({ view }: { readonly view: MigrationsView }) => {
  const { search, filters, onFilters, onOpen, onClose } = view;
  const { api } = useConsole();
  const { menuMore, over } = useRowActions(view.onOpen);
  const read = useListing<ListedMigration>((page) => listOptions(api, 'migrations', page), search);
  const total = useKnownTotal('migrations');

  const readRows = read.listing?.rows;
  const details = useDetails(
    useMemo(() => readRows?.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) ?? noRows, [readRows]),
  );
  const state = useMemo(
    () => ({
      ...read,
      listing: read.listing && {
        ...read.listing,
        rows: read.listing.rows.map((row) =>
          row.kind === 'row' ? { ...row, value: withDetails(row.value, details) } : row,
        ),
      },
    }),
    [read, details],
  );
  const items = state.listing?.rows;
  const migrations = useMemo(
    () => items?.flatMap((item) => (item.kind === 'row' ? [item.value] : [])) ?? noRows,
    [items],
  );
  // The day is that of the last change of filters or rows.
  const matches = useMemo(
    () => (migrationFilters.active(filters) === 0 ? null : rowMatcher('migrations', filters, new Date())),
    // oxlint-disable-next-line react/exhaustive-deps
    [filters, items],
  );
  const matching = useMemo(() => (matches ? migrations.filter(matches) : migrations), [migrations, matches]);
  const stuck = useStuckClock(state.updatedAt);
  useDrawerSoon(state.listing !== undefined);
  usePaletteEntries('On this page', () => rowEntries(migrations, (id) => onOpen(id, 'open')));
  const loadAll = (look: 'link' | 'primary') => (
    <LoadAllButton resource="migrations" total={total} look={look} onShow={() => view.onView('all')} />
  );

  return (
    <StuckClockProvider value={stuck}>
      <ListingPage
        topic="migrations"
        title="Migrations"
        refreshes
        columns={migrationColumns}
        state={state}
        rowJson={migrationJson}
        menuMore={menuMore}
        search={search}
        onSearch={view.onSearch}
        filters={{
          chips: (
            <FilterChips
              of="this page"
              by={migrationValueFilters}
              values={(filter) => valuesInRows(migrations, filter, chosenOf(filters, filter))}
              {...{ filters, onFilters }}
            />
          ),
          active: migrationFilters.active(filters),
          matches,
          onClear: () => onFilters(migrationFilters.none),
        }}
        actions={
          <ExportButton
            resource="migrations"
            query={loadedQueryOf('migrations', filters, null, new Date())}
            filters={migrationFilters.active(filters)}
            page={{ page: search.page, pageSize: search.size, rows: items?.length ?? 0 }}
          />
        }
        loadAll={loadAll('link')}
        loadAllPrimary={loadAll('primary')}
        openId={search.open}
        onOpen={onOpen}
        onClose={onClose}
        headField={<FindField view={view} />}
        empty={<NoMigrations />}
        drawer={
          search.open === null ? null : (
            <LazyDrawer
              id={search.open}
              place={placeOnPage(matching.some(({ id }) => id === search.open) ? matching : migrations, search.open)}
              onMove={(id) => onOpen(id, 'move')}
              onClose={onClose}
            />
          )
        }
      />
      {over}
    </StuckClockProvider>
  );
};
