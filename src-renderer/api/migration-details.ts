import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListedMigration, MigrationDetails } from '#shared/console-contract/migrations-calls.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import { useConsole } from './console-context.tsx';
import { directorySizeKey } from './listings.ts';
import { changeCache } from './page-cache.ts';

type DetailsById = ReadonlyMap<string, MigrationDetails>;

const noDetails: DetailsById = new Map();
const maxDetails = 2_000;
const maxAsked = 100;
/** Names arrive with the rows unless the data process is starting or busy; then they are fetched after these delays. */
const askAfterMs = [100, 2_000] as const;

/** Kept apart from the replies, so that it does not matter whether a reply or an event arrives first. */
const detailsOptions = queryOptions<DetailsById>({
  queryKey: ['migrations', 'details'],
  queryFn: () => noDetails,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

export const keepDetails = (client: QueryClient, details: readonly MigrationDetails[]): void => {
  // Details may arrive before the page that shows their rows.
  client.setQueryData(detailsOptions.queryKey, (before = noDetails) => before);
  changeCache<DetailsById>(client, detailsOptions.queryKey, (before = noDetails) => {
    // Details without `seenAt` say nothing about the status.
    const news = details.filter(({ id, seenAt }) => seenAt !== null || (before.get(id)?.seenAt ?? null) === null);
    const all = [...before, ...news.map((each) => [each.id, each] as const)];
    return new Map(all.slice(-maxDetails));
  });
};

const isIncomplete = ({ companyId, companyName, status, since }: ListedMigration): boolean =>
  (companyId !== null && companyName === null) || (since === null && !neverChanges(status));

/**
 * Returns the details of migrations, and asks for those that the rows lack: soon after the rows were read, and again when
 * more companies are known.
 * @param rows the same array until they are read again
 */
export const useDetails = (rows: readonly ListedMigration[]): DetailsById => {
  const { api } = useConsole();
  const client = useQueryClient();
  const details = useQuery(detailsOptions).data ?? noDetails;
  const companyCount = useQuery({ queryKey: directorySizeKey, queryFn: () => 0, enabled: false }).data;
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const migrations = rows
      .filter((row) => isIncomplete(withDetails(row, details, Number.POSITIVE_INFINITY)))
      .map(({ id, status, companyId, created }) => ({ id, status, companyId, created }))
      .slice(0, maxAsked);
    if (migrations.length === 0) return;
    const known = await api.migrations.details({ migrations }, { signal }).catch(() => []);
    if (!signal.aborted) keepDetails(client, known);
  });
  useEffect(() => {
    const stop = new AbortController();
    const timers = askAfterMs.map((ms) => setTimeout(() => void ask(stop.signal), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows or more companies: asked again
  }, [rows, companyCount]);
  return details;
};

/** The row with the details that became known since it was read; the same object if there are none. */
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
