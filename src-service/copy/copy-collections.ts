import type { CopyCollection, CopyState } from '../migration-engine/copy-state.ts';
import type { Destination, FailureReason, SourceAccount } from '../providers/copy-ports.ts';
import type { CopiedItem, CopyKey, ItemReason } from '../store/copied-items.ts';
import type { CopyPair } from '../store/last-writes.ts';
import { keyOf } from '../content/key-of.ts';
import type { CollectionJob, CopyJob, Rows } from './copy-job.ts';
import { copyItems } from './copy-items.ts';
import { copyMessages, isMailJob } from './copy-messages.ts';

/** Results per write. A copy repeats at most this many items after a crash. */
const resultsPerBatch = 50;

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

const mainFailure = (results: Rows['results']): FailureReason | undefined => {
  const counts = new Map<ItemReason, number>();
  for (const { state, reason } of results.values())
    if (state === 'failed' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [worst] = [...counts].toSorted(([, one], [, other]) => other - one);
  // A failed item always has a failure reason.
  return worst?.[0] as FailureReason | undefined;
};

const tallyOf = ({ count }: CopyCollection, { results, listed, isWhole, isForbidden }: Rows) => {
  const countOf = (...states: readonly CopiedItem['state'][]): number =>
    [...results.values()].reduce((sum, { state }) => sum + (states.includes(state) ? 1 : 0), 0);
  const knownCount = count === null ? null : Math.max(count, listed.size);
  return {
    // A complete list replaces the count taken at login, because items may have been deleted since then.
    count: isWhole ? listed.size : knownCount,
    done: countOf('written', 'copied', 'altered', 'skipped'),
    written: countOf('written'),
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
export const createCopy = ({ collections, answer, retryOf }: CopyState, job: CopyJob) => {
  const { pair, items, now } = job;
  const tallies = new Map<string, () => ReturnType<typeof tallyOf>>();
  const doneItems = new Set<string>();
  let steps = 0;
  const notes = createNotes(async (batch) => items.put(pair, batch, await now()));
  const note = (results: Rows['results'], result: CopiedItem): Promise<void> => {
    results.set(result.item, result);
    steps++;
    return notes.add(result);
  };

  const copyAndVerify = async (collection: CopyCollection): Promise<void> => {
    const { id } = collection;
    const resultsOf = async (migration: string) =>
      new Map((await items.listCollection(migration, id)).map((item) => [item.item, item]));
    const results = await resultsOf(pair.migrationId);
    const retried = retryOf === undefined ? undefined : await resultsOf(retryOf);
    if (retried && !collection.isUnlisted && ![...retried.values()].some(({ state }) => state === 'failed'))
      throw new Error('The report of the first migration was deleted.');
    const rows: Rows = { results, listed: new Set(results.keys()), isWhole: false, isForbidden: false };
    tallies.set(id, () => tallyOf(collection, rows));
    const own: CollectionJob = {
      ...job,
      collection,
      rows,
      answer,
      retried,
      note: (result) => note(results, result),
      recordIntent: (item, result) => notes.write({ ...result, collection: id, kind: collection.kind, item }),
      flush: notes.flush,
    };
    await (isMailJob(own) ? copyMessages(own) : copyItems(own as CollectionJob<SourceAccount, Destination>));
    const tally = tallyOf(collection, rows);
    tallies.set(id, () => tally);
    doneItems.add(id);
  };

  return {
    collections: (): readonly CopyCollection[] =>
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

export type CopyProgress = ReturnType<typeof createCopy>;
