import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { useConsole } from './console-context.tsx';

/** What is noted of one migration of the active profile; `null` where nothing is, `undefined` until that is known. */
export const useTriageEntry = (id: string): TriageEntry | null | undefined => {
  const { api } = useConsole();
  const { data, isError, refetch } = useQuery({
    queryKey: ['triage', 'one', id],
    queryFn: async ({ signal }) => (await api.triage.list({ ids: [id] }, { signal }))[0] ?? null,
    // What changed while nobody showed it was not heard.
    staleTime: 0,
  });
  useOnTriage(() => void refetch());
  // Without the data process everything else of a migration is shown all the same.
  return isError ? (data ?? null) : data;
};

export const useOnTriage = (run: () => void): void => {
  const { listen } = useConsole();
  const onTriage = useEffectEvent(run);
  useEffect(() => listen(({ name }) => (name === 'triage:changed' ? onTriage() : undefined)), [listen]);
};
