import { queryOptions } from '@tanstack/react-query';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { listKey, pageArgs, type Listing } from '../../components/listing/listing-query.ts';
import type { ListingSearch } from '../../components/listing/listing-search.ts';

/** One page of companies. */
export const companiesListOptions = (api: ConsoleApi, search: ListingSearch) =>
  queryOptions({
    queryKey: listKey('companies', search),
    queryFn: ({ signal }): Promise<Listing<CompanyRow>> => api.companies.list(pageArgs(search), { signal }),
  });
