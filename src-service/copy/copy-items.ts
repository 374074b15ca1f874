import { withLargeContent } from '../content-worker/large-content.ts';
import type { CopyCollection, CopyState } from '../migration-engine/copy-state.ts';
import { type Destination, ListTooLong, type SourceAccount } from '../providers/copy-ports.ts';
import type { LastWrite } from '../store/copied-items.ts';
import { concurrency, each } from '../providers/each.ts';
import { copyItem } from './copy-item.ts';
import { type CopyJob, type CopySteps, partsOf, type Rows } from './copy-job.ts';
import { copyListedItems } from './copy-listed-items.ts';
import type { ItemTasks } from './item-tasks.ts';
import { keyOf } from '../content/key-of.ts';
import { verifyItem } from './verify-item.ts';

const itemsPerReadBack = 50;

/** Undefined if the destination has too many items to list. The copy then assumes that it wrote none of them. */
const usedPlaces = async (
  destination: Destination,
  collectionPath: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> => {
  try {
    return await destination.taken(collectionPath, signal);
  } catch (error) {
    if (error instanceof ListTooLong) return undefined;
    throw error;
  }
};

/** Copies the contacts or events of a collection and reads them back. */
export const copyItems = async (
  job: CopyJob<SourceAccount, Destination>,
  collection: CopyCollection,
  rows: Rows,
  { note, flush, recordIntent, answer }: CopySteps & Pick<CopyState, 'answer'>,
): Promise<void> => {
  const { pair, account, destination, items, signal } = job;
  const { id, kind } = collection;
  const runTask = job.content.runFor<ItemTasks>(account.id);
  const collectionPath = await destination.prepare(keyOf(account.id, id), collection, signal);
  const usedPlaceSet = await usedPlaces(destination, collectionPath, signal);
  // An empty collection was created by the copy, so the end user can't have deleted anything from it.
  const isNew = usedPlaceSet?.size === 0;
  const context = {
    account,
    destination,
    collection: id,
    kind,
    collectionPath,
    taken: usedPlaceSet,
    answer,
    signal,
    runTask,
    recordIntent,
    lastWrites: isNew ? new Map<string, LastWrite>() : await items.lastWrites(pair, id),
    scheduling: kind === 'events' ? await destination.scheduling?.(collectionPath, signal) : undefined,
  };
  await copyListedItems(
    job,
    { note },
    {
      collection,
      rows,
      isOpen: ({ state }) => state === 'intended' || (state === 'conflict' && answer !== null),
      copyOne: (item, before) => withLargeContent(account.id, () => copyItem(context, item, before)),
    },
  );
  await flush();
  const writtenItems = [...rows.results.values()].filter(({ state }) => state === 'written');
  // Splits small batches across all connections, because items that a batch request omits are read one by one.
  const size = Math.min(itemsPerReadBack, Math.ceil(writtenItems.length / concurrency));
  await each(partsOf(writtenItems, size), async (part) => {
    const places = part.map(({ place }) => place ?? '');
    await withLargeContent(account.id, async () => {
      const foundItems = await destination.readTogether?.(places, signal);
      for (const item of part) await note(await verifyItem(context, item, foundItems?.get(item.place ?? '')));
    });
  });
  await flush();
};
