import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowList } from '#ui/table/table-types.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useLastFailedRead, listOptions, type RowOf } from '../../api/listings.ts';
import { useLastError, useRetryAt } from '../../api/read-failures.ts';
import type { List, Rows } from '../listing/list-definition.ts';
import type { ListingSearch } from '../listing/listing-search.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import { useRefreshAnnouncement, useRowMarks } from '../listing/refresh/row-changes.ts';
import { selectableRows, useRememberSelected } from '../listing/selection/selected-rows.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';

const noItems: Rows<never> = [];
const ignore = (): void => undefined;

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
    /** The previous page while another page loads. */
    listing: query.data,
    error,
    reading: query.isFetching,
    updatedAt: query.data ? query.dataUpdatedAt : 0,
    triedAt: query.isPlaceholderData ? 0 : Math.max(query.dataUpdatedAt, query.errorUpdatedAt),
    nextTryAt,
    refresh: () => void query.refetch(),
  };
};

export const usePage = <Name extends Resource>(list: List<Name>, isShown: boolean) => {
  const { definition, view, actions, selected } = list;
  const { resource, title, rowJson, paletteEntry } = definition;
  const query = useListing(resource, view.search, isShown);
  const { listing, error, reading: isReading } = query;
  const items = (isShown ? listing?.rows : null) ?? noItems;
  const readable = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item] : [])), [items]);
  const rows = useMemo<RowList<RowOf[Name]>>(
    () => ({ count: readable.length, itemAt: (index) => readable[index], want: ignore }),
    [readable],
  );
  const marks = useRowMarks(listing, rowJson);
  const values = useMemo(() => readable.map(({ value }) => value), [readable]);
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
