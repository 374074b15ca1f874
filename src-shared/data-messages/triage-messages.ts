import type { TriageEntry } from '../console-contract/triage-calls.ts';
import type { OfProfile } from './data-call.ts';

/** Calls of the data process about notes and handled marks. Times in ms since 1970. */
export interface TriageCalls {
  readonly triageOf: (args: OfProfile & { ids: readonly string[] }) => readonly TriageEntry[];
  readonly allTriage: (args: OfProfile) => readonly TriageEntry[];
  readonly writeNote: (args: OfProfile & { id: string; note: string | null; at: number }) => TriageEntry;
  readonly markHandled: (
    args: OfProfile & { migrations: readonly { readonly id: string; readonly status: string }[]; at: number },
  ) => readonly string[];
  readonly reopen: (args: OfProfile & { ids: readonly string[]; at: number }) => readonly string[];
  /**
   * If a note or mark exists both here and in `entries`, the newer one wins. An older entry doesn't restore a mark
   * removed here. Returns the changed IDs, and the numbers of differing notes that were replaced and not replaced.
   */
  readonly mergeTriage: (args: OfProfile & { entries: readonly TriageEntry[] }) => {
    readonly changed: readonly string[];
    readonly replacedNotes: number;
    readonly keptNotes: number;
  };
}
