import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';

export type CompaniesById = ReadonlyMap<string, CompanyRow>;

const nobody: CompaniesById = new Map();
const directoryKey = ['companies', 'directory'] as const;
// Filled by lookups only; the key gives it a place in the cache, which a change of profile empties.
const directoryOptions = queryOptions<CompaniesById>({
  queryKey: directoryKey,
  queryFn: () => nobody,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

const CompaniesContext = createContext(nobody);
export const CompaniesProvider = CompaniesContext.Provider;

/** The company of a row in the table, undefined until its name is known. */
export const useCompany = (id: string | null): CompanyRow | undefined => {
  const companies = useContext(CompaniesContext);
  return id === null ? undefined : companies.get(id);
};

const lookUp = async (api: ConsoleApi, ids: readonly string[], signal: AbortSignal): Promise<readonly CompanyRow[]> =>
  ids.length === 0 ? [] : api.companies.lookup({ ids: ids.slice(0, 1000) }, { signal });

/**
 * The companies among `ids` that the console knows by name; asks again when it learns more. A row never waits for this,
 * and a lookup that fails leaves the short ids where they are.
 */
export const useCompanyNames = (ids: readonly string[]): CompaniesById => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  const companies = useQuery(directoryOptions).data ?? nobody;
  const wanted = useMemo(() => [...new Set(ids)].sort().join(' '), [ids]);

  const ask = useEffectEvent((idsText: string, signal: AbortSignal) => {
    const known = client.getQueryData(directoryOptions.queryKey) ?? nobody;
    const missing = idsText.split(' ').filter((id) => id !== '' && !known.has(id));
    void lookUp(api, missing, signal)
      .catch(() => [])
      .then((found) => {
        if (found.length === 0) return null;
        const before = client.getQueryData(directoryOptions.queryKey) ?? nobody;
        const after = new Map([...before, ...found.map((row) => [row.id, row] as const)]);
        return client.setQueryData(directoryOptions.queryKey, after);
      });
  });

  useEffect(() => {
    const controller = new AbortController();
    ask(wanted, controller.signal);
    const stop = listen((event) => {
      if (event.name === 'companies:directory-changed') ask(wanted, controller.signal);
    });
    return () => {
      controller.abort();
      stop();
    };
  }, [wanted, listen]);

  return companies;
};
