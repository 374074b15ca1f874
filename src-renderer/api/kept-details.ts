import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { MigrationDetails } from '#shared/console-contract/migrations-calls.ts';
import { changeCache } from './page-cache.ts';

export type DetailsById = ReadonlyMap<string, MigrationDetails>;

/** No data yet. */
export const noDetails: DetailsById = new Map();
/** More rows than anybody has on screen. */
const mostDetails = 2_000;

/** Filled by events only, and apart from the replies: which of the two comes first makes no difference. */
export const detailsOptions = queryOptions<DetailsById>({
  queryKey: ['migrations', 'details'],
  queryFn: () => noDetails,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

export const keepDetails = (client: QueryClient, details: readonly MigrationDetails[]): void => {
  // Also where no page has asked for it yet: its rows may be on their way.
  client.setQueryData(detailsOptions.queryKey, (before = noDetails) => before);
  changeCache<DetailsById>(client, detailsOptions.queryKey, (before = noDetails) => {
    // What only completes a row says nothing about its status.
    const news = details.filter(({ id, seenAt }) => seenAt !== null || (before.get(id)?.seenAt ?? null) === null);
    const all = [...before, ...news.map((each) => [each.id, each] as const)];
    return new Map(all.slice(-mostDetails));
  });
};
