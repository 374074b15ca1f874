import type { CopyCollection, CopyState } from '../migration-engine/copy-state.ts';
import { type Destination, ListTooLong, type SourceAccount } from '../providers/copy-ports.ts';
import type { CopiedItem, CopiedItemStore } from '../store/copied-items.ts';
import { copyItem, verifyItem } from './copy-item.ts';
import { keyOf } from './item-content.ts';

/** So many items are on their way at once: small servers (Radicale) let no more connections than five wait. */
const atOnce = 4;
/** So many results are written down at once: a crash does no more than that anew. */
const resultsAtOnce = 50;

/** Acts on every item, some at a time; after the first error no other one is begun. */
const each = async <Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> => {
  const all = (async function* () {
    yield* items;
  })();
  const failed = new AbortController();
  const work = async (): Promise<void> => {
    for (let next = await all.next(); !next.done && !failed.signal.aborted; next = await all.next()) {
      await act(next.value).catch((error: unknown) => {
        failed.abort();
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const bad = ends.find((end) => end.status === 'rejected');
  if (bad !== undefined) throw bad.reason;
};

/** Undefined where the destination holds more than can be listed: nothing is taken for the copy's own work then. */
const takenPlaces = async (
  destination: Destination,
  room: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> => {
  try {
    return await destination.taken(room, signal);
  } catch (error) {
    if (error instanceof ListTooLong) return undefined;
    throw error;
  }
};

/** What a copy reads, writes and reports to. */
interface CopyJob {
  readonly organization: number;
  readonly migrationId: string;
  readonly account: SourceAccount;
  readonly destination: Destination;
  readonly items: CopiedItemStore;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the clock of the organization. */
  readonly now: () => Promise<number>;
}

/** How far a copy is, while it goes on. */
export interface CopyProgress {
  /** The collections with what is done by now. */
  collections(): readonly CopyCollection[];
  /** Items that wait for the answer of the end user. */
  conflicts(): number;
  /** How much was done by now; it grows as long as anything goes on. */
  steps(): number;
  /** Copies all that is not done yet, then reads it back. */
  run(): Promise<void>;
}

/** Copies the chosen collections of an account; what an earlier run has done is not done again. */
export const createCopy = ({ collections, answer }: CopyState, job: CopyJob): CopyProgress => {
  const { migrationId, account, destination, items, signal, now } = job;
  const results = new Map<string, Map<string, CopiedItem>>();
  const listed = new Map<string, { readonly items: Set<string>; isWhole: boolean }>();
  let steps = 0;
  let unwritten: CopiedItem[] = [];

  const flush = async (): Promise<void> => {
    const batch = unwritten;
    unwritten = [];
    if (batch.length > 0) await items.put(job, batch, await now());
  };
  /** Before the write, together with all results so far. */
  const intend = (item: CopiedItem): Promise<void> => {
    unwritten.push(item);
    return flush();
  };
  const note = async (result: CopiedItem): Promise<void> => {
    results.get(result.collection)?.set(result.item, result);
    steps++;
    unwritten.push(result);
    if (unwritten.length >= resultsAtOnce) await flush();
  };

  const copyCollection = async (collection: CopyCollection): Promise<void> => {
    const { id, kind } = collection;
    const known = new Map((await items.ofCollection(migrationId, id)).map((item) => [item.item, item]));
    const list = { items: new Set(known.keys()), isWhole: false };
    results.set(id, known);
    listed.set(id, list);
    const room = await destination.prepare(keyOf(account.id, id), collection, signal);
    const taken = await takenPlaces(destination, room, signal);
    const context = { account, destination, collection: id, kind, room, taken, intend, answer, signal };
    const isOpen = ({ state }: CopiedItem): boolean =>
      state === 'intended' || (state === 'conflict' && answer !== null);
    await each(account.items(id, signal), async (item) => {
      signal.throwIfAborted();
      list.items.add(item);
      const before = known.get(item);
      if (before === undefined || isOpen(before)) await note(await copyItem(context, item, before));
    });
    list.isWhole = true;
    // What is not listed any more: nobody may be asked about it again, and what was brought over counts.
    await each([...known.values()].filter(isOpen), async (before) =>
      note(await copyItem(context, before.item, before)),
    );
  };

  const verify = async (id: string): Promise<void> => {
    const written = [...(results.get(id)?.values() ?? [])].filter(({ state }) => state === 'written');
    await each(written, async (item) => note(await verifyItem({ destination, signal }, item)));
  };

  const count = (id: string, states: readonly CopiedItem['state'][]): number =>
    [...(results.get(id)?.values() ?? [])].filter(({ state }) => states.includes(state)).length;

  return {
    collections: () =>
      collections.map((collection) => {
        const { id } = collection;
        const list = listed.get(id);
        if (list === undefined) return collection;
        return {
          ...collection,
          // What was counted at the log-in may have gone since.
          count: list.isWhole ? list.items.size : Math.max(collection.count, list.items.size),
          done: count(id, ['written', 'copied', 'skipped']),
          failed: count(id, ['failed']),
        };
      }),
    steps: () => steps,
    conflicts: () => collections.reduce((sum, { id }) => sum + count(id, ['conflict']), 0),
    run: async () => {
      try {
        const chosen = collections.filter(({ isChosen }) => isChosen);
        for (const collection of chosen) await copyCollection(collection);
        await flush();
        for (const { id } of chosen) await verify(id);
      } finally {
        await flush();
      }
    },
  };
};
