import { withLargeContent } from '../content-worker/large-content.ts';
import { type Destination, ListTooLong, type SourceAccount } from '../providers/copy-ports.ts';
import type { LastWrite } from '../store/copied-items.ts';
import { copyItem } from './copy-item.ts';
import type { CollectionJob } from './copy-job.ts';
import { copyListedItems } from './copy-listed-items.ts';
import type { ItemTasks } from './item-tasks.ts';
import { keyOf } from '../content/key-of.ts';
import { verifyItem } from './verify-item.ts';

export const copyItems = async (job: CollectionJob<SourceAccount, Destination>): Promise<void> => {
  const { pair, account, destination, collection, items, answer, note, signal } = job;
  const { id, kind } = collection;
  const collectionPath = await destination.prepare(keyOf(account.id, id), collection, signal);
  const taken = await destination.taken(collectionPath, signal).catch((error: unknown) => {
    // Without this list, the copy assumes that it wrote none of the items.
    if (error instanceof ListTooLong) return undefined;
    throw error;
  });
  // In an empty collection, which this copy created, the end user can't have deleted anything.
  const isNew = taken?.size === 0;
  const context = {
    ...job,
    collectionPath,
    taken,
    runTask: job.content.runFor<ItemTasks>(account.id),
    lastWrites: isNew ? new Map<string, LastWrite>() : await items.lastWrites(pair, id),
    scheduling: kind === 'events' ? await destination.scheduling?.(collectionPath, signal) : undefined,
  };
  await copyListedItems(job, {
    isOpen: ({ state }) => state === 'intended' || (state === 'conflict' && answer !== null),
    copyOne: (item, before) => withLargeContent(account.id, () => copyItem(context, item, before)),
    readBack: (written) =>
      withLargeContent(account.id, async () => {
        const places = written.map(({ place }) => place ?? '');
        const found = await destination.readTogether?.(places, signal);
        for (const item of written) await note(await verifyItem(context, item, found?.get(item.place ?? '')));
      }),
  });
};
