import { queryOptions } from '@tanstack/react-query';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { listKey, pageArgs, type Listing } from '../../components/listing/listing-query.ts';
import type { ListingSearch } from '../../components/listing/listing-search.ts';

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
