import type { OfProfile } from './data-call.ts';

/** Calls of the data process about finished token lab runs, stored as strings without keys and tokens. */
export interface ProofCalls {
  readonly proofRuns: (args: OfProfile) => readonly string[];
  readonly keepProofRun: (args: OfProfile & { id: number; proofId: string; run: string }) => null;
}
