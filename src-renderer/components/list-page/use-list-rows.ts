import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { rowListOf } from '#ui/table/table-types.ts';
import { appErrorOf, useConsole, useOnEvent } from '../../api/console-api.ts';
import { listOptions, useKnownTotal, useLastFailedRead } from '../../api/listings.ts';
import { useLastError, useRetryAt } from '../../api/read-failures.ts';
import type { List, Rows } from '../listing/list-definition.ts';
import { useOpenPlace } from '../listing/open-place.ts';
import type { ListingSearch } from '../listing/listing-search.ts';
import { useRefreshAnnouncement, useRowMarks } from '../listing/refresh/row-changes.ts';
import { selectableRows, useRememberSelected } from '../listing/selection/selected-rows.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { loadPlanKey, useLoadedState } from '../../api/loaded.ts';
import { useSettingsView } from '../../api/settings.ts';
import { loadedQueryOf } from '../listing/filters/value-filters.ts';
import { parseSort } from '../listing/columns/column-sort.ts';
import type { ListView } from '../listing/list-view.ts';
import { useAutoRefresh } from '../listing/refresh/auto-refresh.ts';
import { announcementOf, loadAge } from '../load/load-text.ts';
import { useLoadActions } from '../load/use-load-actions.ts';
import { useLoadAll } from '../load/use-load-all.tsx';
import { useWhole } from './use-whole.ts';

const noItems: Rows<never> = [];

/** Reads one page if `isShown`. Prefetches the next page after paint and retries after transient errors. */
const useListing = <Name extends Resource>(resource: Name, search: ListingSearch, isShown: boolean) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const options = listOptions(api, resource, search);
  const query = useQuery({ ...options, enabled: isShown, placeholderData: keepPreviousData });
  const failedRead = useLastFailedRead(resource);
  const lastError = useLastError(query, options.queryKey);
  const failure = lastError ? { error: appErrorOf(lastError), at: query.errorUpdatedAt } : failedRead;
  const error = failure?.error ?? null;
  const nextTryAt = useRetryAt(
    query.isFetching || !isShown ? null : error,
    failure?.at ?? 0,
    () => void query.refetch(),
  );

  const prefetchNextPage = useEffectEvent(
    (next: ListingSearch) => void client.prefetchQuery(listOptions(api, resource, next)),
  );
  const { page, size } = search;
  const hasNext = isShown && query.isSuccess && !query.isPlaceholderData && query.data.hasNext;
  useEffect(() => {
    if (!hasNext) return;
    // Two frames, so that this page's rows are painted before the next page is prefetched.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => prefetchNextPage({ page: page + 1, size }));
    });
    return () => cancelAnimationFrame(frame);
  }, [hasNext, page, size]);

  return {
    listing: query.data,
    error,
    reading: query.isFetching,
    updatedAt: query.data ? query.dataUpdatedAt : 0,
    triedAt: query.isPlaceholderData ? 0 : Math.max(query.dataUpdatedAt, query.errorUpdatedAt),
    nextTryAt,
    refresh: () => void query.refetch(),
  };
};

const usePage = <Name extends Resource>(list: List<Name>, isShown: boolean) => {
  const { definition, view, actions, selected } = list;
  const { resource, title, rowJson, paletteEntry } = definition;
  const query = useListing(resource, view.search, isShown);
  const { listing, error, reading: isReading } = query;
  const items = (isShown ? listing?.rows : null) ?? noItems;
  const values = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.value] : [])), [items]);
  const rows = useMemo(() => rowListOf(values), [values]);
  const marks = useRowMarks(listing, rowJson);
  const ids = useMemo(() => values.map(({ id }) => id), [values]);
  const selectable = useMemo(() => selectableRows('page', ids), [ids]);
  useRememberSelected(selected, values);
  usePaletteEntries('On this page', () =>
    paletteEntry ? values.map((row) => ({ ...paletteEntry(row), run: () => actions.open(row.id, 'open') })) : [],
  );
  const readOpen = useReadOpen(resource);
  const refreshing = useRefreshAnnouncement({ title, isReading, failed: error !== null, marks }, () => {
    query.refresh();
    readOpen();
  });
  return { ...query, ...refreshing, items, rows, marks, selectable };
};

/** Refetches the details next to a list. Cancels a pending read, because its response may be older than the rows. */
const useReadOpen = (resource: Resource): (() => void) => {
  const client = useQueryClient();
  return () => {
    const queryFilter = { queryKey: [resource, 'one'] };
    void client.cancelQueries(queryFilter).then(() => client.invalidateQueries(queryFilter));
  };
};

/** Whether a list shows all rows because the user requested them, or a filter, sort or grouping needs them. */
const needsAllRows = <Name extends Resource>(list: List<Name>): boolean => {
  const { search, filters } = list.view;
  return (
    search.view === 'all' ||
    search.sort !== null ||
    search.group !== null ||
    list.definition.filters.active(filters) > 0
  );
};

export const toPages = <Name extends Resource>({ definition, view }: List<Name>): void =>
  view.change({ ...definition.filters.none, view: 'page', sort: null, group: null } as Parameters<
    ListView<Name>['change']
  >[0]);

export const useListRows = <Name extends Resource>(list: List<Name>) => {
  const { definition, view, actions } = list;
  const { resource, title, refreshes } = definition;
  const { search, filters, change } = view;
  const client = useQueryClient();
  const state = useLoadedState(resource);
  const isWhole = needsAllRows(list);
  // Marking a migration as handled removes it from the "Needs attention" list. Undoing adds it again.
  const [triageVersion, setTriageVersion] = useState(0);
  useOnEvent('triage:changed', () =>
    filters.attention.length > 0 ? setTriageVersion((before) => before + 1) : undefined,
  );
  const version = (state?.version ?? 0) + triageVersion;
  const sort = useMemo(
    () => parseSort(search.sort, definition.filters.sortable),
    [search.sort, definition.filters.sortable],
  );
  // oxlint-disable-next-line react/exhaustive-deps -- "today" is evaluated only when filters or rows change
  const query = useMemo(() => loadedQueryOf(resource, filters, sort, new Date()), [filters, sort, version]);
  const page = usePage(list, !isWhole);
  const whole = useWhole(list, { state, query, version, isShown: isWhole });
  const place = useOpenPlace(
    isWhole ? { rows: whole.rows, scope: 'in the loaded rows' } : { rows: page.rows, scope: 'on this page' },
    actions.openId,
    isWhole ? whole.firstInView : 0,
  );

  const loading = useLoadActions(resource);
  const loadAll = useLoadAll(resource, () => change({ view: 'all' }));
  const readOpen = useReadOpen(resource);
  const refreshWhole = (): void => {
    readOpen();
    if (state?.phase === 'none') void client.invalidateQueries({ queryKey: loadPlanKey(resource) });
    else if (state?.phase === 'failed' && state.rows === 0) loading.resume();
    else loading.topUp();
  };
  const { autoRefreshSeconds = 0 } = useSettingsView()?.preferences ?? {};
  const age = loadAge(state);
  const announcement = useAnnouncement(isWhole && state ? announcementOf(title, state) : '');
  const knownTotal = useKnownTotal(resource);
  const shown = isWhole
    ? {
        isReading: state?.phase === 'loading' || state?.phase === 'waiting',
        rowsAt: age.rowsAt,
        triedAt: age.triedAt,
        isStale: age.isStale,
        errorCode: state?.problem?.code ?? null,
        loadingPage: null,
        refresh: refreshWhole,
        refreshSeconds: autoRefreshSeconds,
        announcement,
        selectable: whole.selectable,
        total: state?.total ?? knownTotal,
      }
    : {
        isReading: page.reading,
        rowsAt: page.updatedAt,
        triedAt: page.triedAt,
        isStale: page.error !== null && page.listing !== undefined,
        errorCode: page.error?.code ?? null,
        loadingPage: page.reading ? search.page : null,
        refresh: () => page.refreshFor('person'),
        refreshSeconds: refreshes ? autoRefreshSeconds : null,
        announcement: page.announcement,
        selectable: page.selectable,
        total: knownTotal,
      };
  const nextAt = useAutoRefresh(
    {
      seconds: shown.refreshSeconds ?? 0,
      triedAt: shown.triedAt,
      reading: shown.isReading,
      errorCode: shown.errorCode,
    },
    isWhole ? loading.topUp : () => page.refreshFor('clock'),
  );
  return {
    ...shown,
    nextRefreshAt: isWhole ? null : nextAt,
    isWhole,
    state,
    page,
    whole,
    query,
    sort,
    place,
    loading,
    loadAll,
    exported: {
      query,
      page: isWhole ? null : { page: search.page, pageSize: search.size, rows: page.items.length },
    },
  };
};
export type ListRows<Name extends Resource> = ReturnType<typeof useListRows<Name>>;

/** Returns a sentence only after its first change, so that it isn't announced on mount. */
const useAnnouncement = (sentence: string): string => {
  const first = useRef(sentence);
  const [announcement, setAnnounced] = useState('');
  useEffect(() => {
    if (first.current !== sentence) setAnnounced(sentence);
  }, [sentence]);
  return announcement;
};
