import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { chosenLimits } from '#shared/list-limits.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { useConsole } from '../../api/console-context.tsx';
import type { RowOf } from '../../api/listings.ts';
import { useLoadedState } from '../../api/loaded.ts';
import { useOnTriage } from '../../api/triage.ts';
import { useSettingsView } from '../../api/settings.ts';
import { chosenOf } from '../listing/filters/field-filters.ts';
import { useChosenNames } from '../listing/filters/use-chosen-names.ts';
import { useLoadedValues } from '../listing/filters/use-loaded-values.ts';
import { groupLabel, groupLines, loadedQueryOf, valuesInGroups } from '../listing/filters/value-filters.ts';
import type { List } from '../listing/list-definition.ts';
import { useAutoRefresh } from '../listing/refresh/auto-refresh.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import type { RowSource } from '../listing/row-source.ts';
import type { Selectable } from '../listing/selection/selected-rows.ts';
import { type ShownList, useShownList } from '../listing/shown-list.ts';
import { groupBarFilter } from './groups/group-filter.tsx';
import type { Group } from './groups/group-layout.ts';
import { useGroupedRows } from './groups/use-grouped-rows.ts';
import { announcementOf, loadAge } from '../load/load-text.ts';
import { LoadNews } from './load-strip.tsx';
import { useLoadActions } from '../load/use-load-actions.ts';
import { useLoadAll } from '../load/use-load-all.tsx';
import { LoadedFoot, RowsInView } from './loaded-foot.tsx';
import { loadedReads } from './loaded-reads.ts';
import { LoadedRows } from './loaded-rows.tsx';
import { parseSort } from '../listing/columns/column-sort.ts';
import { useCachedRows, useRowCache } from './row-cache/use-row-cache.ts';
import { useOpenPlace } from './use-open-place.ts';

const noRange: RowRange = { first: 0, end: 0 };
const nothing = (): void => undefined;

const useLoadedSource = <Name extends Resource>(list: List<Name>): RowSource<RowOf[Name]> => {
  const { definition, view, actions } = list;
  const { resource, title, valueFilters } = definition;
  const { sortable } = definition.filters;
  const { search, filters, change } = view;
  const { group } = search;
  const { api } = useConsole();
  const state = useLoadedState(resource);
  const loading = useLoadActions(resource);
  const loadAll = useLoadAll(resource, nothing, state?.profileId ?? '');
  // Marking a migration as handled removes it from the "Needs attention" list, and undoing puts it back.
  const [marks, setMarks] = useState(0);
  useOnTriage(() => (filters.attention.length > 0 ? setMarks((before) => before + 1) : undefined));
  const version = (state?.version ?? 0) + marks;

  const sort = useMemo(() => parseSort(search.sort, sortable), [search.sort, sortable]);
  // "Today" is evaluated only when filters or rows change.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => loadedQueryOf(resource, filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, resource, query);
  const wantedKey = `${state?.profileId ?? ''} ${JSON.stringify(query)}`;
  // Never show one profile's rows in another profile.
  const { cache, listKey, isWaiting } = useRowCache(wantedKey, reads.rows, version);
  const request = { ...filters, sort: search.sort };
  const shown = useRef(request);
  useEffect(() => {
    if (!isWaiting && cache.matched() !== null && listKey === wantedKey) shown.current = request;
  });
  const [range, setRange] = useSettled(noRange);
  const labelOf = (by: GroupKey, head: Group) => groupLabel(valueFilters, by, head);
  const grouping = group ? { ...reads.groups, labelOf, by: group } : null;
  const grouped = useGroupedRows(grouping, listKey, version);
  const cached = useCachedRows(cache);
  const rows = group ? grouped.rows : cached;
  const place = useOpenPlace(rows, actions.openId, range.first);

  const readOpen = useReadOpen(resource);
  const refresh = (): void => {
    readOpen();
    if (state?.phase === 'none') return loadAll.error ? loadAll.press() : undefined;
    return state?.phase === 'failed' && state.rows === 0 ? loading.resume() : loading.topUp();
  };
  const isReading = state?.phase === 'loading' || state?.phase === 'waiting';
  const { rowsAt, triedAt, isStale } = loadAge(state);
  const { autoRefreshSeconds: seconds = 0 } = useSettingsView()?.preferences ?? {};
  const errorCode = state?.problem?.code ?? null;
  useAutoRefresh({ seconds, triedAt, reading: isReading, errorCode }, loading.topUp);

  // An active filter's chip needs the counts, for the value's name and the number of values.
  const isNamed = valueFilters.some((filter) => chosenOf(filters, filter).length > 0);
  const names = useMemo(() => valueFilters.flatMap(({ name, chip }) => (chip ? [name] : [])), [valueFilters]);
  const chosenName = useChosenNames(valueFilters, filters);
  const values = useLoadedValues(resource, names, query, isNamed);
  const matched = cache.matched();
  const isNarrowed = definition.filters.active(filters) > 0;
  const selectable: Selectable = {
    // A change in the number of rows counts as a new list for the selection.
    list: `${listKey} ${matched ?? ''}`,
    count: matched,
    readIds: () => reads.idsIn({ first: 0, end: chosenLimits.ids }),
    idsIn: group ? grouped.idsIn : reads.idsIn,
    countAmong: reads.countAmong,
  };
  const onPages = (): void => change({ view: 'page' });
  return {
    scope: 'all loaded',
    total: state?.total ?? null,
    matching: state && matched !== null ? [matched, state.rows] : null,
    isComplete: state?.phase === 'complete' && (state.missing ?? 0) === 0,
    isReading,
    // Waiting for another profile or day isn't a search.
    work:
      isWaiting && JSON.stringify(request) !== JSON.stringify(shown.current)
        ? {
            name: search.sort === shown.current.sort ? 'Searching' : 'Sorting',
            cancel: () => change(shown.current as never, 'replace'),
          }
        : null,
    rowsAt,
    isStale,
    errorCode,
    loadingPage: null,
    refresh,
    refreshSeconds: seconds,
    nextRefreshAt: null,
    announcement: useNews(state ? announcementOf(title, state) : ''),
    valuesOf: (filter) => valuesInGroups(values.groupsOf(filter.name), filter, chosenOf(filters, filter), chosenName),
    onNearFilters: values.onNear,
    searchValues: values.search,
    placeOf: () => place,
    selectable,
    exported: { query, page: null },
    moreFilters: [groupBarFilter(groupLines(valueFilters), group, (by) => change({ group: by }))],
    // Offer to search the page instead only if no rows are loaded.
    otherScope: isNarrowed ? null : (
      <button type="button" className="link-button" onClick={onPages}>
        Show pages
      </button>
    ),
    banner: state ? <LoadNews state={state} actions={loading} /> : null,
    foot: (
      <LoadedFoot
        state={state}
        matched={matched}
        range={group ? null : range}
        groups={group ? grouped.groups : undefined}
      />
    ),
    shortFoot: (
      <span className="pager-rows number">
        <RowsInView range={group ? null : range} matched={matched} />
      </span>
    ),
    renderRows: (look) => (
      <LoadedRows
        list={list}
        look={look}
        selectable={selectable}
        loaded={{ state, cache, rows, sort, loadAll, openIndex: place.index, listKey: `${group ?? ''} ${listKey}` }}
        onRange={setRange}
      />
    ),
  };
};

/** Update interval of the footer. It is read after scrolling, and rendering it with each row would cost frames. */
const settledMs = 120;

const useSettled = <Value,>(first: Value): readonly [Value, (value: Value) => void] => {
  const [settled, setSettled] = useState(first);
  const latest = useRef(first);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback((value: Value) => {
    latest.current = value;
    if (timer.current !== 0) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      setSettled(latest.current);
    }, settledMs);
  }, []);
  return [settled, set];
};

/** Returns a sentence only after it changes, so it isn't announced on mount. */
const useNews = (sentence: string): string => {
  const first = useRef(sentence);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (first.current !== sentence) setNews(sentence);
  }, [sentence]);
  return news;
};

interface LoadedListProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly shown: ShownList<Name>;
}

export const LoadedList = <Name extends Resource>({ list, shown }: LoadedListProps<Name>) => {
  useShownList(shown, { list, source: useLoadedSource(list) });
  return null;
};
