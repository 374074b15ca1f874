import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { live, useRead } from './console-api.ts';

/** Returns the note and mark of one migration. `null` if both are missing, `undefined` until known. */
export const useTriageEntry = (id: string): TriageEntry | null | undefined => {
  const { data, isError } = useRead(
    ['triage', 'one', id],
    async (api, options) => (await api.triage.list({ ids: [id] }, options))[0] ?? null,
    live,
  );
  // If the data process is down, show the migration without its note.
  return isError ? (data ?? null) : data;
};
