import { useMemo } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useConsole } from '../../api/console-context.tsx';
import { listOptions, useKnownTotal, type RowOf } from '../../api/listings.ts';
import { useLoadedState } from '../../api/loaded.ts';
import { useSettingsView } from '../../api/settings.ts';
import { LoadAllButton } from '../load/use-load-all.tsx';
import { loadedQueryOf, rowMatcher, valuesInGroups, valuesInRows } from './filters/value-filters.ts';
import { chosenOf } from './filters/field-filters.ts';
import { useChosenNames } from './filters/use-chosen-names.ts';
import { useLoadedValues } from './filters/use-loaded-values.ts';
import type { List, Rows } from './list-definition.ts';
import { ListingBanner } from './listing-frame.tsx';
import { PagedRows } from './paged-rows.tsx';
import { pageAfterResize, Pager, ShortPager } from './pager/pager.tsx';
import { useAutoRefresh } from './refresh/auto-refresh.ts';
import { useReadOpen } from './refresh/use-read-open.ts';
import { useRefreshAnnouncement, useRowMarks } from './refresh/row-changes.ts';
import { placeOnPage } from './list-definition.ts';
import type { RowSource } from './row-source.ts';
import { selectableRows } from './selection/selected-rows.ts';
import { useListing } from './use-listing.ts';

interface PagedSource<Name extends Resource> {
  readonly source: RowSource<RowOf[Name]>;
  readonly items: Rows<RowOf[Name]>;
}

const noItems: Rows<never> = [];

export const rowsIn = <Row,>(items: Rows<Row>): readonly Row[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item.value] : []));

export const usePagedSource = <Name extends Resource>(list: List<Name>): PagedSource<Name> => {
  const { definition, view } = list;
  const { resource, title, rowJson, refreshes } = definition;
  const { search, filters, change } = view;
  const { api } = useConsole();
  const read = useListing<RowOf[Name]>((page) => listOptions(api, resource, page), search);
  const { listing, error, reading: isReading, updatedAt, triedAt, nextTryAt } = read;
  const total = useKnownTotal(resource);
  const items = listing?.rows ?? noItems;
  // An active filter switches to loaded rows as soon as there are any, so its names and counts come from those.
  const loaded = useLoadedState(resource);
  const hasLoaded = loaded !== undefined && loaded.rows > 0;
  const names = useMemo(
    () => definition.valueFilters.flatMap(({ name, chip }) => (chip ? [name] : [])),
    [definition.valueFilters],
  );
  const query = useMemo(() => loadedQueryOf(resource, filters, null, new Date()), [resource, filters]);
  const values = useLoadedValues(resource, names, query, false);
  const chosenName = useChosenNames(definition.valueFilters, filters);
  // "Today" is evaluated only when filters or rows change.
  const matches = useMemo(
    () => (definition.filters.active(filters) === 0 ? null : rowMatcher(resource, filters, new Date())),
    // oxlint-disable-next-line react/exhaustive-deps
    [filters, items],
  );
  const matching = useMemo(
    () => (matches ? items.filter((item) => item.kind === 'row' && matches(item.value)) : items),
    [items, matches],
  );
  const marks = useRowMarks(listing, rowJson);
  const isStale = error !== null && listing !== undefined;
  const selectable = useMemo(
    () =>
      selectableRows(
        'page',
        rowsIn(matching).map(({ id }) => id),
      ),
    [matching],
  );

  const readOpen = useReadOpen(resource);
  const { announcement, refreshFor } = useRefreshAnnouncement(
    { title, isReading, failed: error !== null, marks },
    () => {
      read.refresh();
      readOpen();
    },
  );
  const refresh = (): void => refreshFor('person');
  const { autoRefreshSeconds = 0 } = useSettingsView()?.preferences ?? {};
  const seconds = refreshes ? autoRefreshSeconds : 0;
  const errorCode = error?.code ?? null;
  const nextRefreshAt = useAutoRefresh({ seconds, triedAt, reading: isReading, errorCode }, () => refreshFor('clock'));

  const loadAll = (look: 'link' | 'primary') => (
    <LoadAllButton resource={resource} total={total} look={look} onShow={() => change({ view: 'all' })} />
  );
  const source: RowSource<RowOf[Name]> = {
    scope: hasLoaded ? 'all loaded' : 'this page',
    total,
    matching: listing ? [matching.length, items.length] : null,
    isComplete: loaded?.phase === 'complete' && (loaded.missing ?? 0) === 0,
    isReading,
    rowsAt: updatedAt,
    isStale,
    errorCode,
    loadingPage: isReading ? search.page : null,
    refresh,
    refreshSeconds: refreshes ? seconds : null,
    nextRefreshAt,
    announcement,
    valuesOf: (filter) =>
      hasLoaded
        ? valuesInGroups(values.groupsOf(filter.name), filter, chosenOf(filters, filter), chosenName)
        : valuesInRows(rowsIn(items), filter, chosenOf(filters, filter), chosenName),
    onNearFilters: values.onNear,
    searchValues: values.search,
    placeOf: (id) => {
      const left = rowsIn(matching);
      return placeOnPage(left.some((row) => row.id === id) ? left : rowsIn(items), id);
    },
    selectable,
    exported: {
      query,
      page: { page: search.page, pageSize: search.size, rows: items.length, matching: matching.length },
    },
    otherScope: loadAll('link'),
    banner: isStale ? (
      <ListingBanner error={error} updatedAt={updatedAt} nextTryAt={nextTryAt} reading={isReading} onTry={refresh} />
    ) : null,
    foot: (
      <Pager
        facts={listing ? { ...listing, rows: listing.rows.length } : null}
        total={total}
        page={search.page}
        size={search.size}
        onPage={(page) => change({ page })}
        onSize={(size) => change({ size, page: pageAfterResize(search.page, search.size, size) })}
      />
    ),
    shortFoot: (
      <ShortPager
        facts={listing ? { ...listing, rows: listing.rows.length } : null}
        total={total}
        page={search.page}
        size={search.size}
        onPage={(page) => change({ page })}
      />
    ),
    renderRows: (look) => (
      <PagedRows
        list={list}
        look={look}
        page={{ ...read, items, matching, marks, total, selectable }}
        onRetry={refresh}
        loadAll={loadAll('primary')}
      />
    ),
  };
  return { source, items };
};
