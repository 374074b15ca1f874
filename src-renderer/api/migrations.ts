import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Listing } from '#shared/console-contract/listing.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { type ConsoleApi, useRead } from './console-api.ts';
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
 * Reads a detail of a migration.
 * @param version of the detail; another version is read again, while the previous one stays visible
 */
export const useMigrationDetail = <Data>(
  name: 'activity' | 'report' | 'timeline',
  id: string,
  version: readonly unknown[],
  read: (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<Data>,
  enabled: boolean,
) =>
  useRead(['migrations', name, id, ...version], read, {
    enabled,
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
