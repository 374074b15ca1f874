import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { detailsOptions, keepDetails, noDetails, type DetailsById } from './kept-details.ts';

export const migrationOptions = (api: ConsoleApi, id: string) =>
  queryOptions({
    queryKey: ['migrations', 'one', id],
    queryFn: ({ signal }) => api.migrations.get({ id }, { signal }),
  });

/**
 * What this console has seen of one migration (W1).
 * @param status what is shown of it now, null while nothing is
 * @param readAt when it was last read, in ms since 1970
 */
export const timelineOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'timeline', id, status, readAt],
    queryFn: ({ signal }) => api.timeline.get({ id }, { signal }),
    enabled: status !== null,
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

const isIncomplete = ({ companyId, companyName, status, since }: ListedMigration): boolean =>
  (companyId !== null && companyName === null) || (since === null && !neverChanges(status));

/** Rows of the largest page. */
const mostAsked = 100;
const lostAfterMs = [100, 2_000] as const;

/**
 * What came to be known of these rows since they were read. It comes by event; as an event can be lost while a page opens,
 * what is missing after a while is asked for.
 * @param rows the same array until they are read again
 */
export const useDetails = (rows: readonly ListedMigration[]): DetailsById => {
  const { api } = useConsole();
  const client = useQueryClient();
  const details = useQuery(detailsOptions).data ?? noDetails;
  const ask = useEffectEvent(async (some: readonly ListedMigration[], signal: AbortSignal) => {
    const migrations = some
      .filter((row) => isIncomplete(withDetails(row, details, Number.POSITIVE_INFINITY)))
      .map(({ id, status, companyId, created }) => ({ id, status, companyId, created }))
      .slice(0, mostAsked);
    if (migrations.length === 0) return;
    const known = await api.migrations.details({ migrations }, { signal }).catch(() => []);
    if (!signal.aborted) keepDetails(client, known);
  });
  useEffect(() => {
    const stop = new AbortController();
    const timers = lostAfterMs.map((ms) => setTimeout(() => void ask(rows, stop.signal), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      stop.abort();
    };
  }, [rows]);
  return details;
};

/** The row with what came to be known of it since it was read; the same object where nothing did. */
export const withDetails = (row: ListedMigration, details: DetailsById, readAt: number): ListedMigration => {
  const known = details.get(row.id);
  if (!known) return row;
  if (known.status !== row.status && known.seenAt !== null && Date.parse(known.seenAt) > readAt) {
    const { seenAt: _seenAt, companyName, provider, ...newer } = known;
    return { ...row, companyName: companyName ?? row.companyName, provider: provider ?? row.provider, ...newer };
  }
  return {
    ...row,
    companyName: row.companyName ?? known.companyName,
    provider: row.provider ?? known.provider,
    since: row.since ?? (known.status === row.status ? known.since : null),
    seenSince: row.seenSince ?? (known.status === row.status ? known.seenSince : null),
  };
};
