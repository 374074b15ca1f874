import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { useOnEvent } from './console-api.ts';
import { useRead } from './use-read.ts';

/** Returns the note and mark of one migration. `null` if both are missing, `undefined` until known. */
export const useTriageEntry = (id: string): TriageEntry | null | undefined => {
  const { data, isError, refetch } = useRead(
    ['triage', 'one', id],
    async (api, options) => (await api.triage.list({ ids: [id] }, options))[0] ?? null,
    // The page misses changes while no component listens.
    { staleTime: 0 },
  );
  useOnTriage(() => void refetch());
  // If the data process is down, show the migration without its note.
  return isError ? (data ?? null) : data;
};

export const useOnTriage = (run: () => void): void => useOnEvent('triage:changed', run);
