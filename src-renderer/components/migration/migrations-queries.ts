import { queryOptions } from '@tanstack/react-query';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { listKey, pageArgs, type Listing } from '../listing/listing-query.ts';
import type { ListingSearch } from '../listing/listing-search.ts';

/** One page of migrations. */
export const migrationsListOptions = (api: ConsoleApi, search: ListingSearch) =>
  queryOptions({
    queryKey: listKey('migrations', search),
    queryFn: ({ signal }): Promise<Listing<MigrationRow>> => api.migrations.list(pageArgs(search), { signal }),
  });

/** One migration by its id, with the body as received. */
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
