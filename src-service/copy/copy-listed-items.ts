import type { CopyCollection } from '../migration-engine/copy-state.ts';
import { CollectionForbidden } from '../providers/copy-ports.ts';
import { each } from '../providers/each.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { forbiddenItem } from './copy-item.ts';
import type { CopyJob, CopySteps, Rows } from './copy-job.ts';

interface ListedItems {
  readonly collection: CopyCollection;
  readonly rows: Rows;
  /** Whether an earlier run left this item unfinished. */
  readonly isOpen: (result: CopiedItem) => boolean;
  readonly copyOne: (item: string, before: CopiedItem | undefined) => Promise<CopiedItem>;
}

/** Copies the items that the source lists and that have no result yet. */
export const copyListedItems = async (
  { account, signal }: Pick<CopyJob, 'account' | 'signal'>,
  { note }: Pick<CopySteps, 'note'>,
  { collection, rows, isOpen, copyOne }: ListedItems,
): Promise<void> => {
  const { results, listed } = rows;
  const copy = async (item: string, before: CopiedItem | undefined): Promise<void> => {
    // A source that denied one item denies the whole collection, so other items aren't read.
    const isUnreadable = rows.isForbidden && before === undefined;
    const result = isUnreadable ? forbiddenItem(collection, item) : await copyOne(item, before);
    rows.isForbidden ||= result.reason === 'forbidden';
    await note(result);
  };
  try {
    await each(account.items(collection.id, signal), async (item) => {
      signal.throwIfAborted();
      listed.add(item);
      const previous = results.get(item);
      if (previous === undefined || isOpen(previous)) await copy(item, previous);
    });
    rows.isWhole = true;
  } catch (error) {
    if (!(error instanceof CollectionForbidden)) throw error;
    rows.isForbidden = true;
  }
  // Settles unfinished items that the source no longer lists, such as an item whose write was interrupted.
  await each([...results.values()].filter(isOpen), (before) => copy(before.item, before));
};
