import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { type ConsoleApi, useConsole } from './console-api.ts';
import { directorySizeKey } from './listings.ts';
import { changeCache } from './page-cache.ts';

export type CompaniesById = ReadonlyMap<string, CompanyRow>;

const noCompanies: CompaniesById = new Map();

// Only lookups fill this data. It is a query so that a profile switch removes it from the cache.
const directoryOptions = queryOptions<CompaniesById>({
  queryKey: ['companies', 'directory'],
  queryFn: () => noCompanies,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

const lookup = async (api: ConsoleApi, ids: readonly string[], signal: AbortSignal): Promise<readonly CompanyRow[]> =>
  ids.length === 0 ? [] : api.companies.lookup({ ids: ids.slice(0, 1000) }, { signal });

/** Returns the known companies with these IDs, updated live. Rows show short IDs instead of waiting for names. */
export const useCompanyNames = (ids: readonly string[]): CompaniesById => {
  const { api } = useConsole();
  const client = useQueryClient();
  const companies = useQuery(directoryOptions).data ?? noCompanies;
  const size = useQuery({ queryKey: directorySizeKey, queryFn: () => 0, enabled: false }).data;
  const sortedIds = useMemo(() => [...new Set(ids)].sort().join(' '), [ids]);

  const ask = useEffectEvent((idsText: string, signal: AbortSignal) => {
    const knownCompanies = client.getQueryData(directoryOptions.queryKey) ?? noCompanies;
    const missingIds = idsText.split(' ').filter((id) => id !== '' && !knownCompanies.has(id));
    void lookup(api, missingIds, signal)
      .catch(() => [])
      .then((found) => {
        if (found.length === 0) return null;
        return changeCache<CompaniesById>(
          client,
          directoryOptions.queryKey,
          (before = noCompanies) => new Map([...before, ...found.map((row) => [row.id, row] as const)]),
        );
      });
  });

  useEffect(() => {
    const controller = new AbortController();
    ask(sortedIds, controller.signal);
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a larger directory may contain more of these IDs
  }, [sortedIds, size]);

  return companies;
};
