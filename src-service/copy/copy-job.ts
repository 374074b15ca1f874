import type { ContentWorker } from '../content-worker/content-worker.ts';
import type { CopySource, CopyTarget } from '../providers/mail-ports.ts';
import type { CopiedItem, CopiedItemStore, CopyKey } from '../store/copied-items.ts';
import type { CopyPair } from '../store/last-writes.ts';

export interface CopyJob<Source = CopySource, Target = CopyTarget> {
  readonly pair: CopyKey & CopyPair;
  readonly account: Source;
  readonly destination: Target;
  readonly items: CopiedItemStore;
  readonly content: ContentWorker;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the organization's clock. */
  readonly now: () => Promise<number>;
}

/** The results of one collection. */
export interface Rows {
  readonly results: Map<string, CopiedItem>;
  readonly listed: Set<string>;
  isWhole: boolean;
  isForbidden: boolean;
}

/** How the copy of one collection stores its results. */
export interface CopySteps {
  /** Stores a result with the next batch. */
  note(result: CopiedItem): Promise<void>;
  /** Stores which item will be written next, so that a copy recognizes its own items after a crash. */
  recordIntent(item: CopiedItem): Promise<void>;
  flush(): Promise<void>;
}

export function* partsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
