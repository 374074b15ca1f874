import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { readWithChanges } from './page-cache.ts';

export interface StampedToken extends TokenRecord {
  readonly began: number;
}

export const stampToken = (record: TokenRecord): StampedToken => ({
  ...record,
  began: performance.now() - record.ageMs,
});

export const recordsKey = ['console', 'link-tokens'] as const;

const recordsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: recordsKey,
    queryFn: readWithChanges(async (signal) => (await api.linkTokens.history({}, { signal })).map(stampToken)),
    staleTime: 0,
    // Structural sharing could keep an old age, which would make the countdown jump.
    structuralSharing: false,
  });

export const useTokenRecords = (): readonly StampedToken[] | undefined =>
  useQuery(recordsOptions(useConsole().api)).data;

export const tokenLabKey = (profileId: string) => ['console', 'token-lab', profileId] as const;

const labOptions = (api: ConsoleApi, profileId: string) =>
  queryOptions({
    queryKey: tokenLabKey(profileId),
    queryFn: readWithChanges((signal) => api.tokenLab.state({}, { signal })),
    staleTime: 0,
  });

export const withRun = (runs: readonly ProofRun[], run: ProofRun | null): ProofRun[] =>
  run === null ? [...runs] : [...runs.filter(({ id }) => id !== run.id), run].sort((a, b) => a.id - b.id);

export const mergeTokenLab = (before: TokenLabState, { queue, run }: EventData<'tokenLab:changed'>): TokenLabState => ({
  ...before,
  queue,
  runs: withRun(before.runs, run),
});

export const useTokenLab = (profileId: string) => {
  const query = useQuery(labOptions(useConsole().api, profileId));
  return { lab: query.data, error: query.error, retry: query.refetch };
};
