import type { Outcome } from './base/outcome.ts';

interface StoreStatus {
  /** Schema version of the store. 0 for an empty store. */
  readonly schema: number;
  /** Schema version of this program. */
  readonly known: number;
  /** Steps that this program would run. */
  readonly pending: number;
  /** Running instances with their schema versions. Null if a version is unknown. */
  readonly instances: readonly { readonly schema: number | null }[];
  /** Why this program can't use or change the store now, or null. */
  readonly obstacle: string | null;
}

export type ReadStatus = Outcome<{ status: StoreStatus }>;
