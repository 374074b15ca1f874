import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, type ReactNode, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { searchTerms } from '#shared/search-text/search-terms.ts';
import { IconButton } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { Freshness } from '#ui/messages/freshness.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { createRememberedRow } from '#ui/table/row-cursor.ts';
import { selectColumn } from '#ui/table/select-column.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import { ClockProvider } from '#ui/values/times.tsx';
import type { RowOf } from '../../api/listings.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { ExportButton } from '../export/export-button.tsx';
import { ColumnsButton } from '../listing/columns/columns-button.tsx';
import { headChangesOf, useTableLayout } from '../listing/columns/use-table-layout.ts';
import { FilterBar } from '../listing/filters/filter-bar.tsx';
import { scopeText } from '../listing/filters/scope-text.ts';
import type { List } from '../listing/list-definition.ts';
import '../listing/listing-page.css';
import { RefreshControl, RefreshRing } from '../listing/refresh/refresh-control.tsx';
import { SearchTermsContext } from '../listing/search/marked-text.tsx';
import { createSelectedRows, SelectionNotice, useIsSelecting } from '../listing/selection/selected-rows.ts';
import { SavedViewsButton } from '../listing/views/saved-views-button.tsx';
import { LoadAllLink } from '../load/use-load-all.tsx';
import { consoleKeys } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { PageRows } from './page-rows.tsx';
import { useBarFilters } from './use-bar-filters.tsx';
import { type ListRows, toPages, useListRows } from './use-list-rows.ts';
import type { WholeRows as WholeRowsOf } from './whole-rows.tsx';
import { pageAfterResize, Pager, ShortPager } from '../listing/pager/pager.tsx';
import { LoadedFoot, RowsInView } from '../loaded/loaded-foot.tsx';

interface ListProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly rows: ListRows<Name>;
}

const loadStrip = () => import('../loaded/load-strip.tsx');
const LoadNotice = lazyPart(loadStrip, 'LoadNotice');
const ListingBanner = lazyPart(() => import('../messages/error-block.tsx'), 'ListingBanner');

const ListBanner = <Name extends Resource>({ rows }: Pick<ListProps<Name>, 'rows'>) => {
  const { isWhole, state, loading, page, refresh } = rows;
  // If a load failed before its first row, the error replaces the table.
  if (isWhole)
    return state && !(state.phase === 'failed' && state.rows === 0) ? (
      <LoadNotice state={state} actions={loading} />
    ) : null;
  const { listing, error, updatedAt, nextTryAt, reading } = page;
  return error && listing ? <ListingBanner {...{ error, updatedAt, nextTryAt, reading }} onTry={refresh} /> : null;
};

const pagerOf = <Name extends Resource>({ list: { view }, rows: { page, total } }: ListProps<Name>) => ({
  facts: page.listing ? { ...page.listing, rows: page.listing.rows.length } : null,
  total,
  page: view.search.page,
  size: view.search.size,
  onPage: (number: number) => view.change({ page: number }),
});

const ListFoot = <Name extends Resource>(props: ListProps<Name>) => {
  const { isWhole, state, whole } = props.rows;
  if (isWhole) return <LoadedFoot state={state} matched={whole.matched} range={whole.range} groups={whole.groups} />;
  const pager = pagerOf(props);
  const { change } = props.list.view;
  return <Pager {...pager} onSize={(size) => change({ size, page: pageAfterResize(pager.page, pager.size, size) })} />;
};

const ShortFoot = <Name extends Resource>(props: ListProps<Name>) => {
  const { isWhole, whole } = props.rows;
  if (!isWhole) return <ShortPager {...pagerOf(props)} />;
  return (
    <span className="pager-rows number">
      <RowsInView range={whole.range} matched={whole.matched} />
    </span>
  );
};

const Refreshing = <Name extends Resource>({ rows }: Pick<ListProps<Name>, 'rows'>) => {
  const { refresh, refreshSeconds, nextRefreshAt, rowsAt, loadingPage, isStale, isReading, errorCode } = rows;
  return (
    <>
      {nextRefreshAt === null || refreshSeconds === null ? null : (
        <RefreshRing nextAt={nextRefreshAt} seconds={refreshSeconds} />
      )}
      <Freshness updatedAt={rowsAt} loadingPage={loadingPage} stale={isStale} />
      {refreshSeconds === null ? (
        <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={isReading} onPress={refresh} />
      ) : (
        <RefreshControl busy={isReading} onRefresh={refresh} seconds={refreshSeconds} errorCode={errorCode} />
      )}
    </>
  );
};

const PlainFrame = ({ children }: { readonly rowsAt: number; readonly children: ReactNode }) => children;

// The cast restores the component's type parameters, which `lazy` drops.
const WholeRows = lazy(() =>
  import('./whole-rows.tsx').then(({ WholeRows: Rows }) => ({ default: Rows as never })),
) as unknown as typeof WholeRowsOf;

const ScopeAction = <Name extends Resource>({ list, rows }: ListProps<Name>) => {
  const { work } = rows.whole;
  if (work) {
    return (
      <button type="button" className="link-button" onClick={work.cancel}>
        Cancel
      </button>
    );
  }
  const { resource, filters } = list.definition;
  if (!rows.isWhole) return <LoadAllLink resource={resource} total={rows.total} press={rows.loadAll.press} />;
  return filters.active(list.view.filters) > 0 || rows.state?.phase === 'none' ? null : (
    <button type="button" className="link-button" onClick={() => toPages(list)}>
      Show pages
    </button>
  );
};

const skeletonRows = 25;

export const ListPage = <Name extends Resource>({
  definition,
  view,
  actions: pageActions,
}: Omit<List<Name>, 'selected'>) => {
  const [looked] = useState(createRememberedRow);
  const profileId = useConsoleState()?.profile.id;
  const hasSelection = definition.SelectionBar !== undefined;
  // oxlint-disable-next-line react/exhaustive-deps -- a profile switch resets the selection
  const selected = useMemo(() => createSelectedRows<RowOf[Name]>(), [profileId]);
  const actions = { ...pageActions, looked };
  const list: List<Name> = { definition, view, actions, selected };
  const { resource, title, HeadField, Drawer, Surround = PlainFrame, SelectionBar } = definition;
  const rows = useListRows(list);
  const { refresh, isWhole, state, whole, total, selectable, exported } = rows;
  const { openId, open, close } = actions;
  const active = definition.filters.active(view.filters);
  const table = useTableLayout(resource, definition.columns);
  const columns = useMemo(
    () => (hasSelection ? [selectColumn, ...table.columns] : table.columns),
    [hasSelection, table.columns],
  );
  const isSelecting = useIsSelecting(selected.store);
  const { filters, onNear } = useBarFilters(list, rows);
  useShortcuts({ [consoleKeys.refresh]: refresh });
  usePaletteEntries('Actions', () => [
    { id: 'refresh', label: `Refresh the ${resource}`, icon: RefreshCw, keys: [consoleKeys.refresh], run: refresh },
  ]);
  // Preloads the banners, whose code may be unavailable once requests fail.
  useEffect(() => void loadStrip().catch(() => undefined), []);
  const drawer =
    Drawer && close && openId !== null ? (
      <Drawer id={openId} place={rows.place} onMove={(id) => open(id, 'move')} onClose={close} />
    ) : null;
  const terms = useMemo(() => searchTerms(view.filters.text), [view.filters.text]);
  const tableStyle = { columns, density: table.density, changes: headChangesOf(table) };
  const skeleton = <Skeleton rows={skeletonRows} {...tableStyle} />;
  const foot = <ListFoot list={list} rows={rows} />;
  return (
    <Surround rowsAt={rows.rowsAt}>
      <ClockProvider>
        <div className={`listing fill list-of-${resource}`} data-drawer={drawer ? true : undefined}>
          <section className="listing-main stack fill" aria-label={title} aria-busy={rows.isReading || undefined}>
            <PageHead
              title={title}
              count={total}
              actions={
                <>
                  <Refreshing rows={rows} />
                  <ExportButton resource={resource} filters={active} {...exported} />
                </>
              }
            >
              <HeadField view={view} />
            </PageHead>
            <FilterBar
              filters={filters}
              onNear={onNear}
              active={active}
              onClear={() => view.change(definition.filters.none)}
              scope={scopeText({ active, matched: whole.matched, state, work: whole.work })}
              isBusy={whole.work !== null}
              action={<ScopeAction list={list} rows={rows} />}
              end={
                <>
                  <SavedViewsButton topic={resource} layout={table.layout} />
                  <ColumnsButton table={table} />
                </>
              }
            />
            <output className="visually-hidden">{rows.announcement}</output>
            <SelectionNotice store={selected.store} />
            <ListBanner rows={rows} />
            <SearchTermsContext value={terms}>
              {isWhole ? (
                <Suspense fallback={skeleton}>
                  <WholeRows {...{ list, rows, look: tableStyle, skeleton }} />
                </Suspense>
              ) : (
                <PageRows {...{ list, rows, look: tableStyle }} />
              )}
            </SearchTermsContext>
            {isSelecting && SelectionBar ? (
              <Suspense fallback={foot}>
                <SelectionBar {...{ list, total, selectable, exported }}>
                  <ShortFoot list={list} rows={rows} />
                </SelectionBar>
              </Suspense>
            ) : (
              foot
            )}
          </section>
          {drawer}
        </div>
      </ClockProvider>
      {actions.over}
    </Surround>
  );
};
