import { useCallback, useEffect, useRef, useState } from 'react';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { selectionLimits } from '#shared/list-limits.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { useConsole } from '../../api/console-context.tsx';
import type { RowOf } from '../../api/listings.ts';
import { groupLabel } from '../listing/filters/value-filters.ts';
import type { List } from '../listing/list-definition.ts';
import type { Selectable } from '../listing/selection/selected-rows.ts';
import type { Group } from '../loaded/groups/group-layout.ts';
import { useGroupedRows } from '../loaded/groups/use-grouped-rows.ts';
import { loadedReads } from '../loaded/loaded-reads.ts';
import { useCachedRows, useRowCache } from '../loaded/row-cache/use-row-cache.ts';

interface WholeOptions {
  readonly state: LoadedState | undefined;
  readonly query: LoadedQuery;
  /** Increases when rows or their marks change. */
  readonly version: number;
  readonly isShown: boolean;
}

const noRange: RowRange = { first: 0, end: 0 };

/** Reads the visible part of all loaded rows. Reads nothing if the list shows a page. */
export const useWhole = <Name extends Resource>(list: List<Name>, { state, query, version, isShown }: WholeOptions) => {
  const { definition, view } = list;
  const { resource, valueFilters } = definition;
  const { search, filters, change } = view;
  const group = isShown ? search.group : null;
  const reads = loadedReads(useConsole().api, resource, query);
  // Includes the profile, so that rows of one profile are never shown in another.
  const wantedKey = `${state?.profileId ?? ''} ${JSON.stringify(query)}`;
  const { cache, listKey, isWaiting } = useRowCache(isShown ? wantedKey : null, reads.rows, version);
  const request = { ...filters, sort: search.sort };
  const [shown, setShown] = useState(request);
  const matched = cache.matched();
  const isRequestChanged = JSON.stringify(request) !== JSON.stringify(shown);
  const isReady = !isShown || (!isWaiting && matched !== null && listKey === wantedKey);
  if (isReady && isRequestChanged) setShown(request);
  const [range, setRange] = useSettled(noRange);
  const labelOf = (by: NonNullable<typeof group>, head: Group) => groupLabel(valueFilters, by, head);
  const grouped = useGroupedRows<RowOf[Name]>(
    group ? { ...reads.groups, labelOf, by: group } : null,
    listKey ?? '',
    version,
  );
  const cached = useCachedRows(cache);
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
