import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import type { ConsoleApi } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';

const labKey = ['console', 'token-lab'] as const;

const labOptions = (api: ConsoleApi, profileId: string) =>
  queryOptions({
    queryKey: [...labKey, profileId],
    queryFn: ({ signal }) => api.tokenLab.state({}, { signal }),
    staleTime: 0,
  });

/** The runs with one of them new or changed. */
export const withRun = (runs: readonly ProofRun[], run: ProofRun | null): ProofRun[] =>
  run === null ? [...runs] : [...runs.filter(({ id }) => id !== run.id), run].sort((a, b) => a.id - b.id);

/** The token lab of a profile, kept up to date; undefined until first known. */
export const useTokenLab = (profileId: string) => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'tokenLab:changed') return;
        const key = [...labKey, event.data.profileId];
        const before = client.getQueryData<TokenLabState>(key);
        const { queue, run } = event.data;
        if (before) client.setQueryData(key, { ...before, queue, runs: withRun(before.runs, run) });
      }),
    [client, listen],
  );
  const query = useQuery(labOptions(api, profileId));
  return { lab: query.data, error: query.error, retry: query.refetch };
};
