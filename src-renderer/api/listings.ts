import {
  notifyManager,
  queryOptions,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Listing, PageArgs } from '#shared/console-contract/listing.ts';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { appErrorOf, type ConsoleApi } from './console-api.ts';
import { readWithChanges } from './page-cache.ts';

export interface RowOf {
  readonly migrations: ListedMigration;
  readonly companies: CompanyRow;
}

interface PageChoice {
  readonly page: number;
  readonly size: number;
}

type List<Row> = (args: PageArgs, options: { readonly signal: AbortSignal }) => Promise<Listing<Row>>;

/** Prefix of reads of the company directory, which are repeated when the directory changes. */
export const knownCompaniesKey = ['companies', 'known'] as const;
export const providersKey = [...knownCompaniesKey, 'providers'] as const;

/** Prefix of the counts on a company's page. */
export const companyKey = ['loaded', 'company'] as const;
export const overviewKey = ['migrations', 'overview'] as const;

export const pagesKey = (resource: Resource): QueryKey => [resource, 'list'];

export const listOptions = <Name extends Resource>(api: ConsoleApi, resource: Name, { page, size }: PageChoice) => {
  // TypeScript can't infer that a generic resource's call returns that resource's rows.
  const list = api[resource].list as unknown as List<RowOf[Name]>;
  return queryOptions<Listing<RowOf[Name]>, Error, Listing<RowOf[Name]>, QueryKey>({
    queryKey: [...pagesKey(resource), { page, size }],
    queryFn: readWithChanges((signal) => list({ page, pageSize: size }, { signal })),
  });
};

/** Returns the total of the newest page, or of a newer Overview sample. Null if both are missing. */
export const newestTotal = (client: QueryClient, resource: Resource): number | null => {
  let newestAt = 0;
  let total: number | null = null;
  for (const query of client.getQueryCache().findAll({ queryKey: pagesKey(resource) })) {
    const data = query.state.data as Listing<unknown> | undefined;
    if (!data || query.state.dataUpdatedAt < newestAt) continue;
    newestAt = query.state.dataUpdatedAt;
    total = data.total;
  }
  const overviewState = resource === 'migrations' ? client.getQueryState<Overview>(overviewKey) : undefined;
  // With loaded rows, the Overview has the total of the load, which may be older than the page.
  const isNewer = newestAt > 0 && overviewState?.data !== undefined && overviewState.dataUpdatedAt >= newestAt;
  return isNewer && overviewState.data?.source !== 'loaded' ? (overviewState.data?.total ?? null) : total;
};

/** Returns a value read from the query cache. `read` must return the same value until the cache changes. */
const useCached = <Value>(read: (client: QueryClient) => Value): Value => {
  const client = useQueryClient();
  // Batched, because a query created during a render notifies the cache, and React forbids updates during a render.
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  const snapshot = () => read(client);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
};

export const useKnownTotal = (resource: Resource): number | null =>
  useCached((client) => newestTotal(client, resource));

const newestFailure = (client: QueryClient, resource: Resource): QueryState<unknown, Error> | undefined => {
  const queries = client.getQueryCache().findAll({ queryKey: pagesKey(resource) });
  const states = queries.map(({ state }) => state as QueryState<unknown, Error>);
  const latestAt = Math.max(
    ...states.map(({ dataUpdatedAt, errorUpdatedAt }) => Math.max(dataUpdatedAt, errorUpdatedAt)),
  );
  return states.find(
    ({ error, dataUpdatedAt, errorUpdatedAt }) => error && errorUpdatedAt === latestAt && dataUpdatedAt < latestAt,
  );
};

/** Returns the error and time of the newest read of any page, if it failed and a retry may succeed. Otherwise null. */
export const useLastFailedRead = (resource: Resource): { readonly error: AppError; readonly at: number } | null => {
  const failedState = useCached((client) => newestFailure(client, resource));
  if (!failedState?.error) return null;
  const error = appErrorOf(failedState.error);
  return canPass(error.code) ? { error, at: failedState.errorUpdatedAt } : null;
};
