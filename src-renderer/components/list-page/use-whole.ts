import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { RowList } from '#ui/table/table-types.ts';
import { useStore } from '#ui/state/store.ts';
import { useIsLate } from '#ui/state/use-is-late.ts';
import { createRowCache, type ReadWindow } from '../loaded/row-cache/row-cache.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { type ConsoleApi, useConsole } from '../../api/console-api.ts';
import type { RowOf } from '../../api/listings.ts';
import { createdBounds, groupLabel } from '../listing/filters/value-filters.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { selectionLimits } from '#shared/list-limits.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { List } from '../listing/list-definition.ts';
import type { Selectable } from '../listing/selection/selected-rows.ts';
import { useGroupedRows } from '../loaded/groups/use-grouped-rows.ts';

const waitingAfterMs = 150;

/**
 * Caches the rows of `listKey`; null reads nothing. Another list replaces these rows when its first rows arrive, so
 * that typing doesn't empty the table. `version` increases when rows change.
 * @returns the shown list, and whether the first rows of another list take longer than `waitingAfterMs`
 */
const useRowCache = <Row>(listKey: string | null, read: ReadWindow<Row>, version: number) => {
  const [wanted, setWanted] = useState(() => ({ listKey, cache: createRowCache(read) }));
  const [shown, setShown] = useState(wanted);
  if (wanted.listKey !== listKey) setWanted({ listKey, cache: createRowCache(read) });

  const isReady = useSyncExternalStore(
    wanted.cache.version.subscribe,
    () => listKey === null || wanted.cache.matched() !== null || wanted.cache.error() !== null,
  );
  if (isReady && shown !== wanted) setShown(wanted);
  useStore(shown.cache.version);

  useEffect(() => {
    if (wanted.listKey !== null) wanted.cache.want({ first: 0, end: 1 });
    return () => wanted.cache.stop();
  }, [wanted]);

  const readVersion = useRef(version);
  const renew = useEffectEvent(() => {
    wanted.cache.renew();
    if (shown !== wanted) shown.cache.renew();
  });
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    renew();
  }, [version]);

  const isWaiting = useIsLate(shown !== wanted && !isReady ? 'waiting' : null, waitingAfterMs);
  return { cache: shown.cache, listKey: shown.listKey, isWaiting };
};

/** Limits a query to one group. The group replaces the query's own filter on the same field. */
const queryInGroup = (query: LoadedQuery, by: GroupKey, key: string): LoadedQuery =>
  by === 'day'
    ? { ...query, ...createdBounds(`${key}..${key}`, new Date()) }
    : { ...query, filters: { ...query.filters, [by]: [key] } };

const loadedReads = <Name extends Resource>(api: ConsoleApi, resource: Name, query: LoadedQuery) => {
  const rowsOf =
    (loadedQuery: LoadedQuery): ReadWindow<ListedRow<RowOf[Name]>> =>
    async (offset, limit, signal) => {
      const { matched, rows } = await api.loaded.window({ resource, query: loadedQuery, offset, limit }, { signal });
      // The contract's result type doesn't connect the resource with its row type.
      return { matched, rows: rows.map((value) => ({ kind: 'row', value: value as unknown as RowOf[Name] })) };
    };
  const idsOf = async (loadedQuery: LoadedQuery, { first, end }: RowRange): Promise<readonly string[]> => {
    const limit = Math.min(selectionLimits.ids, end - first);
    return (await api.loaded.ids({ resource, query: loadedQuery, offset: first, limit })).ids;
  };
  return {
    idsIn: (range: RowRange) => idsOf(query, range),
    countAmong: async (ids: readonly string[], signal: AbortSignal): Promise<number> =>
      (await api.loaded.among({ resource, query, ids: [...ids] }, { signal })).matched,
    rows: rowsOf(query),
    groupsBy: (by: GroupKey) => ({
      by,
      read: (signal: AbortSignal) => api.loaded.groups({ resource, query, by }, { signal }),
      readGroup: (key: string) => rowsOf(queryInGroup(query, by, key)),
      idsIn: (key: string, range: RowRange) => idsOf(queryInGroup(query, by, key), range),
    }),
  };
};

interface WholeOptions {
  readonly state: LoadedState | undefined;
  readonly query: LoadedQuery;
  readonly version: number;
  readonly isShown: boolean;
}

const noRange: RowRange = { first: 0, end: 0 };

export const useWhole = <Name extends Resource>(list: List<Name>, { state, query, version, isShown }: WholeOptions) => {
  const { definition, view } = list;
  const { resource, valueFilters } = definition;
  const { search, filters, change } = view;
  const group = isShown ? search.group : null;
  const reads = loadedReads(useConsole().api, resource, query);
  // Includes the profile, so that rows of one profile are never shown for another profile.
  const wantedKey = `${state?.profileId ?? ''} ${JSON.stringify(query)}`;
  const { cache, listKey, isWaiting } = useRowCache(isShown ? wantedKey : null, reads.rows, version);
  const request = { ...filters, sort: search.sort };
  const [shown, setShown] = useState(request);
  const matched = cache.matched();
  const isRequestChanged = JSON.stringify(request) !== JSON.stringify(shown);
  const isReady = !isShown || (!isWaiting && matched !== null && listKey === wantedKey);
  if (isReady && isRequestChanged) setShown(request);
  const [range, setRange] = useSettled(noRange);
  const grouped = useGroupedRows<RowOf[Name]>(
    group ? { ...reads.groupsBy(group), labelOf: (head) => groupLabel(valueFilters, group, head) } : null,
    listKey ?? '',
    version,
  );
  const cached: RowList<RowOf[Name]> = { count: matched ?? 0, itemAt: cache.rowAt, want: cache.want };
  const selectable: Selectable = {
    // After a change in the number of rows, the list counts as a new list for the selection.
    list: `${listKey} ${matched ?? ''}`,
    count: matched,
    readIds: () => reads.idsIn({ first: 0, end: selectionLimits.ids }),
    idsIn: group ? grouped.idsIn : reads.idsIn,
    countAmong: reads.countAmong,
  };
  return {
    cache,
    matched,
    rows: group ? grouped.rows : cached,
    groups: group ? grouped.groups : undefined,
    listKey: `${group ?? ''} ${listKey}`,
    firstInView: range.first,
    range: group ? null : range,
    setRange,
    selectable,
    /** Set during a slow sort or search. The previous rows stay visible. */
    work:
      isWaiting && isRequestChanged
        ? {
            name: search.sort === shown.sort ? 'Searching' : 'Sorting',
            cancel: () => change(shown as never, 'replace'),
          }
        : null,
  };
};

/** Update interval of the footer, in ms. Rendering the footer with each row would cost frames. */
const settledMs = 120;

const useSettled = <Value>(first: Value): readonly [Value, (value: Value) => void] => {
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
