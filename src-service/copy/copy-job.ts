import type { ContentWorker } from '../content-worker/content-worker.ts';
import type { CopyCollection, CopyState } from '../migration-engine/copy-state.ts';
import type { FailureReason } from '../providers/copy-ports.ts';
import type { CopySource, CopyTarget } from '../providers/mail-ports.ts';
import type { CopiedItem, CopiedItemStore, CopyKey, ItemReason, LastWrite } from '../store/copied-items.ts';
import type { CopyPair } from '../store/last-writes.ts';
import type { SideTimes } from './failed-sides.ts';

export interface CopyJob<Source = CopySource, Target = CopyTarget> {
  readonly pair: CopyKey & CopyPair;
  readonly account: Source;
  readonly destination: Target;
  readonly items: CopiedItemStore;
  readonly content: ContentWorker;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the organization's clock. */
  readonly now: () => Promise<number>;
  readonly times: Record<keyof SideTimes, number>;
}

export interface Rows {
  readonly results: Map<string, CopiedItem>;
  readonly listed: Set<string>;
  isWhole: boolean;
  isForbidden: boolean;
}

export type Result = Omit<CopiedItem, 'collection' | 'kind' | 'item'>;

export const failedResult = (reason: FailureReason, detail: string | null = null): Result => ({
  state: 'failed',
  reason,
  detail,
  place: null,
  fingerprint: null,
});

/** The result of an item that neither side changed since its last copy, or only the destination. */
export const keptResult = (place: string, reason: ItemReason, last: LastWrite): Result => ({
  state: 'skipped',
  reason,
  place,
  fingerprint: null,
  sourceFingerprint: last.source,
  thereFingerprint: last.there,
  sourceRevision: last.sourceRevision,
  thereRevision: last.thereRevision,
});

export interface CollectionJob<Source = CopySource, Target = CopyTarget> extends CopyJob<Source, Target> {
  readonly collection: CopyCollection;
  readonly rows: Rows;
  readonly answer: CopyState['answer'];
  readonly retried: ReadonlyMap<string, CopiedItem> | undefined;
  readonly note: (result: CopiedItem) => Promise<void>;
  /** Stores which item will be written next, so that a copy recognizes its own items after a crash. */
  readonly recordIntent: (item: string, result: Result) => Promise<void>;
  readonly flush: () => Promise<void>;
}
