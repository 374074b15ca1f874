import { useQuery } from '@tanstack/react-query';
import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { useConsole, useOnEvent } from './console-api.ts';

/** Returns the note and mark of one migration. `null` if both are missing, `undefined` until known. */
export const useTriageEntry = (id: string): TriageEntry | null | undefined => {
  const { api } = useConsole();
  const { data, isError, refetch } = useQuery({
    queryKey: ['triage', 'one', id],
    queryFn: async ({ signal }) => (await api.triage.list({ ids: [id] }, { signal }))[0] ?? null,
    // The page misses changes while no component listens.
    staleTime: 0,
  });
  useOnTriage(() => void refetch());
  // If the data process is down, show the migration without its note.
  return isError ? (data ?? null) : data;
};

export const useOnTriage = (run: () => void): void => useOnEvent('triage:changed', run);
