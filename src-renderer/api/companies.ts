import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { knownCompaniesKey } from './listings.ts';
import { alwaysLive, useRead } from './console-api.ts';

export type CompaniesById = ReadonlyMap<string, CompanyRow>;

const maxIds = 1000;

/** Returns the known companies with these IDs, updated live. Rows show short IDs instead of waiting for names. */
export const useCompanyNames = (ids: readonly string[]): CompaniesById => {
  const wantedIds = useMemo(() => [...new Set(ids)].sort().slice(0, maxIds), [ids]);
  const { data } = useRead(
    [...knownCompaniesKey, wantedIds],
    (api, options) => api.companies.lookup({ ids: wantedIds }, options),
    { enabled: wantedIds.length > 0, placeholderData: keepPreviousData, ...alwaysLive },
  );
  return useMemo(() => new Map(data?.map((row) => [row.id, row])), [data]);
};
