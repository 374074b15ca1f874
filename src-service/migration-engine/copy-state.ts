import type { duplicateAnswers, RemainingReason } from '#shared/modal-messages/modal-state.ts';
import type { FailureReason, SourceCollection } from '../providers/copy-ports.ts';

export interface CopyCollection extends SourceCollection {
  readonly isChosen: boolean;
  readonly done: number;
  /** Items of `done` that are not read back yet. */
  readonly written?: number | undefined;
  readonly altered?: number | undefined;
  readonly skipped?: number | undefined;
  readonly failed: number;
  /** The most frequent reason of the failed items. */
  readonly failedBy?: FailureReason | undefined;
  /** Undefined before the copy reaches this collection. */
  readonly stage?: 'copying' | 'done' | undefined;
  /** True if the source denies access. Missing in copies of earlier versions. */
  readonly isForbidden?: boolean | undefined;
  /** True in a retry if the source denied access to the first copy, which therefore couldn't list all items. */
  readonly isUnlisted?: boolean | undefined;
}

export type CopyTroubleKind =
  | 'source_unavailable'
  | 'destination_unavailable'
  | 'source_rate_limited'
  | 'destination_rate_limited'
  | 'service_interrupted'
  | 'too_much_data'
  | 'destination_missing'
  | 'destination_changed';

export interface CopyTrouble {
  readonly kind: CopyTroubleKind;
  readonly attempts: number;
  /** Null after the last attempt. */
  readonly nextInMs: number | null;
}

export interface RemainingTime {
  readonly ms: number;
  readonly lowest: number;
  /** Why the estimate is above an earlier one. */
  readonly because: RemainingReason | null;
}

/** Null unless a real copy is in progress and has measured its speed. */
export const remainingOf = ({ status, copy }: { readonly status: string; readonly copy?: CopyState }) =>
  status === 'WORKING' && copy?.remaining !== undefined
    ? { seconds: Math.ceil(copy.remaining.ms / 1_000), because: copy.remaining.because }
    : null;

/** State of a real copy; practice runs have none. Never contains a password or an item. */
export interface CopyState {
  /** The migration whose failed items this copy retries. A retry has its state before the login. */
  readonly retryOf?: string | undefined;
  /** The account of the first login. The copy can't continue with another account. */
  readonly account: string;
  /** The destination account of the first write. Undefined before the first write, and in copies of old versions. */
  readonly destination?: string | undefined;
  readonly collections: readonly CopyCollection[];
  readonly asks: 'login' | 'conflicts' | null;
  readonly conflicts: number;
  readonly trouble?: CopyTrouble | undefined;
  readonly remaining?: RemainingTime | undefined;
  readonly answer: (typeof duplicateAnswers)[number] | null;
  /** The instance that runs the copy. `until` is in milliseconds since 1970 by the organization's clock. */
  readonly lease: { readonly holder: string | null; readonly until: number };
}

/** An instance renews its lease while it copies. An instance without a renewal for this long counts as stopped. */
export const leaseMs = 15_000;

export const newCopy = (account: string, collections: readonly SourceCollection[]): CopyState => ({
  account,
  collections: collections.map((collection) => ({ ...collection, isChosen: true, done: 0, failed: 0 })),
  asks: null,
  conflicts: 0,
  answer: null,
  lease: { holder: null, until: 0 },
});

/** Gives the instance with the login `leaseMs` to take the lease. */
export const withPendingHolder = (copy: CopyState, now: number): CopyState => ({
  ...copy,
  asks: null,
  lease: { holder: null, until: now + leaseMs },
});

export const erasedCopy = (copy: CopyState): CopyState => ({
  ...copy,
  account: '',
  destination: undefined,
  collections: [],
});
