import { CollectionForbidden, ItemFailed, type ListedItem } from '../providers/copy-ports.ts';
import { concurrency, each } from '../providers/each.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { type CollectionJob, failedResult, type Result } from './copy-job.ts';

const itemsPerReadBack = 50;

interface ItemSteps {
  /** Whether an earlier run left this item unfinished. */
  readonly isOpen: (result: CopiedItem) => boolean;
  readonly copyOne: (item: ListedItem, before: CopiedItem | undefined) => Promise<Result>;
  readonly readBack: (written: readonly CopiedItem[]) => Promise<void>;
}

/** Yields what the source lists. A retry yields the failed items, and those that the first copy couldn't list. */
async function* itemsToCopy({ account, collection, retried, signal }: CollectionJob): AsyncGenerator<ListedItem> {
  if (retried === undefined) return yield* account.items(collection.id, signal);
  for (const { item, state } of retried.values()) if (state === 'failed') yield { id: item };
  if (!collection.isUnlisted) return;
  for await (const item of account.items(collection.id, signal)) if (!retried.has(item.id)) yield item;
}

export const copyListedItems = async (job: CollectionJob, { isOpen, copyOne, readBack }: ItemSteps): Promise<void> => {
  const { collection, rows, note, flush, signal } = job;
  const { id, kind } = collection;
  const { results, listed } = rows;
  const copy = async (item: ListedItem, before: CopiedItem | undefined): Promise<void> => {
    // A source that denied one item denies the whole collection, so other items aren't read.
    const isUnreadable = rows.isForbidden && before === undefined;
    const result = await (isUnreadable
      ? failedResult('forbidden')
      : copyOne(item, before).catch((error: unknown) => {
          // Other errors affect the whole copy.
          if (error instanceof ItemFailed) return failedResult(error.reason, error.detail);
          throw error;
        }));
    rows.isForbidden ||= result.reason === 'forbidden';
    await note({ ...result, collection: id, kind, item: item.id });
  };
  const items: ListedItem[] = [];
  let isListForbidden = false;
  try {
    for await (const item of itemsToCopy(job)) {
      listed.add(item.id);
      items.push(item);
    }
    rows.isWhole = true;
  } catch (error) {
    if (!(error instanceof CollectionForbidden)) throw error;
    isListForbidden = true;
  }
  await each(items, async (item) => {
    signal.throwIfAborted();
    const previous = results.get(item.id);
    if (previous === undefined || isOpen(previous)) await copy(item, previous);
  });
  // Only now, because a retry reads the items that failed before, even if the list is forbidden.
  rows.isForbidden ||= isListForbidden;
  // Settles unfinished items that the source no longer lists, such as an item whose write was interrupted.
  await each([...results.values()].filter(isOpen), (before) => copy({ id: before.item }, before));
  await flush();
  const written = [...results.values()].filter(({ state }) => state === 'written');
  // Splits small batches across all connections, because items that a batch request omits are read one by one.
  const size = Math.min(itemsPerReadBack, Math.ceil(written.length / concurrency));
  const parts = Array.from({ length: Math.ceil(written.length / (size || 1)) }, (_, index) =>
    written.slice(index * size, (index + 1) * size),
  );
  await each(parts, readBack);
  await flush();
};
