import type { ContentWorker } from '../content-worker/content-worker.ts';
import { withLargeContent } from '../content-worker/large-content.ts';
import type { CopyCollection, CopyState } from '../migration-engine/copy-state.ts';
import {
  CollectionForbidden,
  type Destination,
  type FailureReason,
  ListTooLong,
  type SourceAccount,
} from '../providers/copy-ports.ts';
import type { CopiedItem, CopiedItemStore, CopyKey, ItemReason, LastWrite } from '../store/copied-items.ts';
import type { CopyPair } from '../store/last-writes.ts';
import { concurrency, each } from '../providers/each.ts';
import { copyItem, forbiddenItem } from './copy-item.ts';
import type { ItemTasks } from './item-tasks.ts';
import { keyOf } from '../content/key-of.ts';
import { verifyItem } from './verify-item.ts';

/** Results per write. A copy repeats at most this many items after a crash. */
const resultsPerBatch = 50;

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

interface CopyJob {
  readonly pair: CopyKey & CopyPair;
  readonly account: SourceAccount;
  readonly destination: Destination;
  readonly items: CopiedItemStore;
  readonly content: ContentWorker;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the organization's clock. */
  readonly now: () => Promise<number>;
}

export const pairOf = (
  { organization, migrationId }: CopyKey,
  account: Pick<SourceAccount, 'id'>,
  destination: Pick<Destination, 'id'>,
): CopyKey & CopyPair => ({
  organization,
  migrationId,
  account: keyOf(account.id),
  destination: keyOf(destination.id),
});

export interface CopyProgress {
  collections(): readonly CopyCollection[];
  conflicts(): number;
  steps(): number;
  run(): Promise<void>;
}

function* partsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

interface Rows {
  readonly results: Map<string, CopiedItem>;
  readonly listed: Set<string>;
  isWhole: boolean;
  isForbidden: boolean;
}

interface Tally extends Pick<
  CopyCollection,
  'count' | 'done' | 'altered' | 'skipped' | 'failed' | 'failedBy' | 'isForbidden'
> {
  readonly conflicts: number;
}

const mainFailure = (results: Rows['results']): FailureReason | undefined => {
  const counts = new Map<ItemReason, number>();
  for (const { state, reason } of results.values())
    if (state === 'failed' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [worst] = [...counts].toSorted(([, one], [, other]) => other - one);
  // A failed item always has a failure reason.
  return worst?.[0] as FailureReason | undefined;
};

const tallyOf = ({ count }: CopyCollection, { results, listed, isWhole, isForbidden }: Rows): Tally => {
  const countOf = (...states: readonly CopiedItem['state'][]): number =>
    [...results.values()].reduce((sum, { state }) => sum + (states.includes(state) ? 1 : 0), 0);
  const knownCount = count === null ? null : Math.max(count, listed.size);
  return {
    // A complete list replaces the count taken at login, because items may have been deleted since then.
    count: isWhole ? listed.size : knownCount,
    done: countOf('written', 'copied', 'altered', 'skipped'),
    altered: countOf('altered'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
    failedBy: mainFailure(results),
    conflicts: countOf('conflict'),
    isForbidden,
  };
};

const createNotes = (write: (items: readonly CopiedItem[]) => Promise<void>) => {
  let unwritten: CopiedItem[] = [];
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    next = undefined;
    const batch = unwritten;
    unwritten = [];
    if (batch.length > 0) await write(batch);
  };
  const flush = (): Promise<void> => {
    next ??= last = last.catch(() => {}).then(writeAll);
    return next;
  };
  return {
    flush,
    write: (item: CopiedItem): Promise<void> => {
      unwritten.push(item);
      return flush();
    },
    add: async (item: CopiedItem): Promise<void> => {
      unwritten.push(item);
      if (unwritten.length >= resultsPerBatch) await flush();
    },
  };
};

/** Copies the chosen collections, except finished items. Copies one collection at a time, to save memory. */
export const createCopy = ({ collections, answer }: CopyState, job: CopyJob): CopyProgress => {
  const { pair, account, destination, items, content, signal, now } = job;
  const runTask = content.runFor<ItemTasks>(account.id);
  const tallies = new Map<string, () => Tally>();
  const doneItems = new Set<string>();
  let steps = 0;
  const notes = createNotes(async (batch) => items.put(pair, batch, await now()));
  const note = (results: Rows['results'], result: CopiedItem): Promise<void> => {
    results.set(result.item, result);
    steps++;
    return notes.add(result);
  };

  const copyCollection = async (collection: CopyCollection, rows: Rows): Promise<void> => {
    const { id, kind } = collection;
    const { results, listed } = rows;
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
      recordIntent: notes.write,
      lastWrites: isNew ? new Map<string, LastWrite>() : await items.lastWrites(pair, id),
      scheduling: kind === 'events' ? await destination.scheduling?.(collectionPath, signal) : undefined,
    };
    const isOpen = ({ state }: CopiedItem): boolean =>
      state === 'intended' || (state === 'conflict' && answer !== null);
    const copyOne = async (item: string, before: CopiedItem | undefined): Promise<void> => {
      // A source that denied one item denies the whole collection, so other items aren't read.
      const isUnreadable = rows.isForbidden && before === undefined;
      const result = isUnreadable
        ? forbiddenItem(collection, item)
        : await withLargeContent(account.id, () => copyItem(context, item, before));
      rows.isForbidden ||= result.reason === 'forbidden';
      await note(results, result);
    };
    try {
      await each(account.items(id, signal), async (item) => {
        signal.throwIfAborted();
        listed.add(item);
        const previous = results.get(item);
        if (previous === undefined || isOpen(previous)) await copyOne(item, previous);
      });
      rows.isWhole = true;
    } catch (error) {
      if (!(error instanceof CollectionForbidden)) throw error;
      rows.isForbidden = true;
    }
    // Settles unfinished items that the source no longer lists, such as an item whose write was interrupted.
    await each([...results.values()].filter(isOpen), (before) => copyOne(before.item, before));
  };
  const verify = async ({ results }: Rows): Promise<void> => {
    const writtenItems = [...results.values()].filter(({ state }) => state === 'written');
    // Splits small batches across all connections, because items that a batch request omits are read one by one.
    const size = Math.min(itemsPerReadBack, Math.ceil(writtenItems.length / concurrency));
    await each(partsOf(writtenItems, size), async (part) => {
      const places = part.map(({ place }) => place ?? '');
      await withLargeContent(account.id, async () => {
        const foundItems = await destination.readTogether?.(places, signal);
        const context = { account, destination, signal, runTask };
        for (const item of part)
          await note(results, await verifyItem(context, item, foundItems?.get(item.place ?? '')));
      });
    });
  };

  const copyAndVerify = async (collection: CopyCollection): Promise<void> => {
    const { id } = collection;
    const before = await items.listCollection(pair.migrationId, id);
    const results = new Map(before.map((item) => [item.item, item]));
    const rows: Rows = { results, listed: new Set(results.keys()), isWhole: false, isForbidden: false };
    tallies.set(id, () => tallyOf(collection, rows));
    await copyCollection(collection, rows);
    await notes.flush();
    await verify(rows);
    await notes.flush();
    const tally = tallyOf(collection, rows);
    tallies.set(id, () => tally);
    doneItems.add(id);
  };

  return {
    collections: () =>
      collections.map((collection) => {
        const { conflicts: _conflicts, ...tally } = tallies.get(collection.id)?.() ?? { conflicts: 0 };
        const stage = doneItems.has(collection.id) ? 'done' : tallies.has(collection.id) ? 'copying' : collection.stage;
        return { ...collection, ...tally, stage };
      }),
    steps: () => steps,
    conflicts: () => [...tallies.values()].reduce((sum, tally) => sum + tally().conflicts, 0),
    run: async () => {
      try {
        for (const collection of collections.filter(({ id, isChosen }) => isChosen && !doneItems.has(id)))
          await copyAndVerify(collection);
      } finally {
        await notes.flush();
      }
    },
  };
};
