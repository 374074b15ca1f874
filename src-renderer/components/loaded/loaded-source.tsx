import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowRange } from '#ui/table/virtual-space.ts';
import { useConsole } from '../../api/console-context.tsx';
import type { RowOf } from '../../api/listings.ts';
import { useLoadedState } from '../../api/loaded-state.ts';
import { useSettingsView } from '../../api/settings-view.ts';
import { loadedQueryOf } from '../listing/filters/apply-filters.ts';
import { chosenOf } from '../listing/filters/field-filters.ts';
import { groupLabel, groupLines } from '../listing/filters/value-filters.ts';
import type { List } from '../listing/list-definition.ts';
import { useAutoRefresh } from '../listing/refresh/use-auto-refresh.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import type { RowSource } from '../listing/row-source.ts';
import { GroupButton } from './groups/group-button.tsx';
import type { Group } from './groups/group-layout.ts';
import { useGroupedRows } from './groups/use-grouped-rows.ts';
import { loadAge } from './load/load-age.ts';
import { LoadNews } from './load/load-news.tsx';
import { announcementOf } from './load/load-text.ts';
import { useLoadActions } from './load/use-load-actions.ts';
import { useLoadAll } from './load/use-load-all.tsx';
import { LoadedFoot } from './loaded-foot.tsx';
import { loadedReads } from './loaded-reads.ts';
import { LoadedRows } from './loaded-rows.tsx';
import { parseSort } from './next-sort.ts';
import { useCachedRows } from './row-cache/use-cached-rows.ts';
import { useRowCache } from './row-cache/use-row-cache.ts';
import { useLoadedValues } from './use-loaded-values.ts';
import { useOpenPlace } from './use-open-place.ts';

const noRange: RowRange = { first: 0, end: 0 };
const nothing = (): void => undefined;

/** All loaded rows. */
export const useLoadedSource = <Name extends Resource>(list: List<Name>): RowSource<RowOf[Name]> => {
  const { definition, view, actions } = list;
  const { resource, title, valueFilters } = definition;
  const { sortable } = definition.filters;
  const { search, filters, change } = view;
  const { group } = search;
  const { api } = useConsole();
  const state = useLoadedState(resource);
  const loading = useLoadActions(resource);
  const loadAll = useLoadAll(resource, nothing, state?.profileId ?? '');
  const version = state?.version ?? 0;

  const sort = useMemo(() => parseSort(search.sort, sortable), [search.sort, sortable]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const query = useMemo(() => loadedQueryOf(resource, filters, sort, new Date()), [filters, sort, version]);
  const reads = loadedReads(api, resource, query);
  // Rows of one profile are never shown under another.
  const { cache, listKey } = useRowCache(`${state?.profileId ?? ''} ${JSON.stringify(query)}`, reads.rows, version);
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

  // A filter that is set is named by what was counted.
  const isNamed = valueFilters.some((filter) => filter.name === 'company' && chosenOf(filters, filter).length > 0);
  const names = useMemo(() => valueFilters.flatMap(({ name, chip }) => (chip ? [name] : [])), [valueFilters]);
  const values = useLoadedValues(resource, names, isNamed);
  const matched = cache.matched();
  const onPages = (): void => change({ view: 'page' });
  return {
    scope: 'all loaded',
    total: state?.total ?? null,
    matching: state && matched !== null ? [matched, state.rows] : null,
    isReading,
    rowsAt,
    isStale,
    errorCode,
    loadingPage: null,
    refresh,
    refreshSeconds: seconds,
    nextRefreshAt: null,
    announcement: useNews(state ? announcementOf(title, state) : ''),
    valuesOf: (filter) => values.valuesOf(filter.name, chosenOf(filters, filter), filter.labelOf),
    onNearFilters: values.onNear,
    placeOf: () => place,
    exported: { query, page: null },
    moreChips: <GroupButton keys={groupLines(valueFilters)} by={group} onGroup={(by) => change({ group: by })} />,
    otherScope: (
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
    renderRows: (look) => (
      <LoadedRows
        list={list}
        look={look}
        loaded={{ state, cache, rows, sort, loadAll, openIndex: place.index, listKey: `${group ?? ''} ${listKey}` }}
        onRange={setRange}
      />
    ),
  };
};

/** How often the foot follows the rows in view: it is read after scrolling, and drawing it with each row costs frames. */
const settledMs = 120;

/** A state that takes the latest value once in a while. */
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

/** A sentence when it changes, and not the one that was there at first. */
const useNews = (sentence: string): string => {
  const first = useRef(sentence);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (first.current !== sentence) setNews(sentence);
  }, [sentence]);
  return news;
};
