import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Listing } from '#shared/console-contract/listing.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { pagesKey } from './listings.ts';
import { amendCache, readWithChanges } from './page-cache.ts';

export const migrationOptions = (api: ConsoleApi, id: string) =>
  queryOptions({
    queryKey: ['migrations', 'one', id],
    queryFn: readWithChanges((signal) => api.migrations.get({ id }, { signal })),
  });

/** Returns the row with the values of its newer version. `created` keeps the service's original string. */
export const mergeNewer = (row: ListedMigration, newer: readonly ListedMigration[]): ListedMigration => {
  const newerRow = newer.find(({ id }) => id === row.id);
  return newerRow ? { ...row, ...newerRow, created: row.created } : row;
};

export const changeMigrations = (client: QueryClient, newer: readonly ListedMigration[]): void => {
  amendCache<Listing<ListedMigration>>(client, pagesKey('migrations'), (page) => ({
    ...page,
    rows: page.rows.map((row) => (row.kind === 'row' ? { ...row, value: mergeNewer(row.value, newer) } : row)),
  }));
  for (const { id } of newer) {
    amendCache<{ readonly migration: ListedMigration }>(client, ['migrations', 'one', id], (one) => ({
      ...one,
      migration: mergeNewer(one.migration, newer),
    }));
  }
};

/**
 * The observed timeline of one migration (W1).
 * @param status the displayed status; null if unknown
 * @param readAt time of the last read, in ms since 1970
 */
export const timelineOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'timeline', id, status, readAt],
    queryFn: ({ signal }) => api.timeline.get({ id }, { signal }),
    enabled: status !== null,
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
