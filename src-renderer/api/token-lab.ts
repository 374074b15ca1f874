import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where the token lab of a profile is kept. */
export const tokenLabKey = (profileId: string) => ['console', 'token-lab', profileId] as const;

const labOptions = (api: ConsoleApi, profileId: string) =>
  queryOptions({
    queryKey: tokenLabKey(profileId),
    queryFn: keptRead((signal) => api.tokenLab.state({}, { signal })),
    staleTime: 0,
  });

/** The runs with one of them new or changed. */
export const withRun = (runs: readonly ProofRun[], run: ProofRun | null): ProofRun[] =>
  run === null ? [...runs] : [...runs.filter(({ id }) => id !== run.id), run].sort((a, b) => a.id - b.id);

/** The lab after a change. */
export const mergeTokenLab = (before: TokenLabState, { queue, run }: EventData<'tokenLab:changed'>): TokenLabState => ({
  ...before,
  queue,
  runs: withRun(before.runs, run),
});

/** The token lab of a profile, kept up to date; undefined until first known. */
export const useTokenLab = (profileId: string) => {
  const query = useQuery(labOptions(useConsole().api, profileId));
  return { lab: query.data, error: query.error, retry: query.refetch };
};
