import type { duplicateAnswers } from '#shared/modal-messages/modal-state.ts';
import type { SourceCollection } from '../providers/copy-ports.ts';

export interface CopyCollection extends SourceCollection {
  readonly isChosen: boolean;
  readonly done: number;
  readonly altered?: number | undefined;
  readonly failed: number;
  /** The source forbids it by now; what a copy of an earlier version has written down does not say. */
  readonly isForbidden?: boolean | undefined;
}

/** A copy that really moves data; a practice run has none. Neither a password nor an item is ever part of it. */
export interface CopyState {
  /** Of the account that was logged in to first: another one cannot go on with this copy. */
  readonly account: string;
  readonly collections: readonly CopyCollection[];
  readonly asks: 'login' | 'conflicts' | null;
  readonly conflicts: number;
  readonly answer: (typeof duplicateAnswers)[number] | null;
  /** Who copies, and until when it counts as alive; milliseconds since 1970, by the clock of the organization. */
  readonly lease: { readonly holder: string | null; readonly until: number };
}

/** An instance renews its lease while it copies. After this time, it counts as stopped. */
export const leaseMs = 15_000;

export const newCopy = (account: string, collections: readonly SourceCollection[]): CopyState => ({
  account,
  collections: collections.map((collection) => ({ ...collection, isChosen: true, done: 0, failed: 0 })),
  asks: null,
  conflicts: 0,
  answer: null,
  lease: { holder: null, until: 0 },
});

/** The instance with the login has this long to take the lease. */
export const awaitsHolder = (copy: CopyState, now: number): CopyState => ({
  ...copy,
  asks: null,
  lease: { holder: null, until: now + leaseMs },
});

/** Removes account and contents after the report's retention period. */
export const erasedCopy = (copy: CopyState): CopyState => ({ ...copy, account: '', collections: [] });
