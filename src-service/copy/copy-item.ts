import { isUtf8 } from 'node:buffer';
import type { RunTask } from '../content-worker/content-worker.ts';
import type { CopyState } from '../migration-engine/copy-state.ts';
import {
  type CollectionKind,
  type Destination,
  type FailureReason,
  ItemFailed,
  placeOf,
  type SourceAccount,
  type SourceCollection,
} from '../providers/copy-ports.ts';
import type { CopiedItem, ItemReason } from '../store/copied-items.ts';
import { keyOf } from './item-content.ts';
import type { ItemTasks } from './item-tasks.ts';

/** Both sides of a copy, and what is known of the collection that is copied. */
interface CopyContext {
  /** Reads items in the content process. */
  readonly runTask: RunTask<ItemTasks>;
  readonly account: SourceAccount;
  readonly destination: Destination;
  readonly collection: string;
  readonly kind: CollectionKind;
  /** Where the items of the collection stand. */
  readonly room: string;
  /** Where something stood already when the copy came to this collection; undefined where that cannot be known. */
  readonly taken: ReadonlySet<string> | undefined;
  /** Writes down what is about to be written, so that after a kill it is known whose work stands at a place. */
  readonly intend: (item: CopiedItem) => Promise<void>;
  /** What the end user wants where both sides differ. */
  readonly answer: CopyState['answer'];
  readonly signal: AbortSignal;
}

type Result = Pick<CopiedItem, 'state' | 'reason' | 'place' | 'fingerprint'>;

const failed = (reason: FailureReason): Result => ({ state: 'failed', reason, place: null, fingerprint: null });
const skipped = (place: string, reason: ItemReason): Result => ({ state: 'skipped', reason, place, fingerprint: null });

const writtenAt = async ({ runTask }: CopyContext, place: string, content: Buffer): Promise<Result> => ({
  state: 'written',
  reason: null,
  place,
  fingerprint: await runTask('fingerprint', content),
});

/** What fails alone is a result; what fails otherwise is for the whole copy. */
const settled = async (result: Promise<Result>): Promise<Result> => {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ItemFailed) return failed(error.reason);
    throw error;
  }
};

/** Writes where nothing stands, or the revision `replaces`; undefined where something else does. */
const write = async (
  context: CopyContext,
  place: string,
  content: Buffer,
  replaces?: string,
): Promise<Result | undefined> => {
  const { destination, signal } = context;
  const outcome = await destination.write(place, content, { replaces, signal });
  if (outcome === 'occupied') return undefined;
  if (outcome !== 'written') return failed(outcome);
  return writtenAt(context, place, content);
};

/** An item that is copied: its id at the source, its place at the destination, and what is noted of it. */
interface OneItem {
  readonly item: string;
  readonly place: string;
  readonly before: CopiedItem | undefined;
}

/** Whether the copy that was killed had begun to write this, as the end user had answered. */
const hadBegun = async (
  { runTask }: CopyContext,
  before: CopiedItem | undefined,
  place: string,
  content: Buffer,
): Promise<boolean> =>
  before?.state === 'conflict' &&
  before.place === place &&
  before.fingerprint === (await runTask('fingerprint', content));

/** Writes as the end user answered, and notes before that it is about to be written. */
const settle = async (
  context: CopyContext,
  { item, place }: Pick<OneItem, 'item' | 'place'>,
  content: Buffer,
  replaces?: string,
): Promise<Result | undefined> => {
  const { collection, kind, intend, runTask } = context;
  const print = await runTask('fingerprint', content);
  await intend({ collection, kind, item, state: 'conflict', reason: null, place, fingerprint: print });
  return write(context, place, content, replaces);
};

/** The place of an item has an item already: the same one, or one that differs. */
const meet = async (context: CopyContext, { item, place, before }: OneItem, content: Buffer): Promise<Result> => {
  const { destination, kind, room, answer, taken, signal, runTask } = context;
  const there = await destination.read(place, signal);
  if (there === undefined) return (await write(context, place, content)) ?? failed('server_error');
  const print = await runTask('fingerprint', content);
  if ((await runTask('fingerprint', there.content)) === print)
    return (await hadBegun(context, before, place, content))
      ? writtenAt(context, place, content)
      : skipped(place, 'already_there');
  if (answer === null) return { state: 'conflict', reason: null, place, fingerprint: null };
  if (answer === 'skip') return skipped(place, 'kept_there');
  if (answer === 'keep_newer') {
    if ((await runTask('changedAt', there.content)) >= (await runTask('changedAt', content)))
      return skipped(place, 'kept_newer');
    return (await settle(context, { item, place }, content, there.revision)) ?? failed('server_error');
  }
  // The other place and the other UID follow from the item and what is in it: a second run finds what the first has
  // written, and what has changed since stands beside that.
  const key = keyOf(item, print);
  const beside = placeOf(room, key, kind);
  const other = await runTask('withOtherUid', content, key);
  if (await hadBegun(context, before, beside, other))
    return (await write(context, beside, other)) ?? writtenAt(context, beside, other);
  const bring =
    taken?.has(beside) === false ? settle(context, { item, place: beside }, other) : write(context, beside, other);
  return (await bring) ?? skipped(beside, 'already_there');
};

/** Whether this copy, and nobody else, can have written what stands at a place. */
const isOwnWork = async (
  { taken, intend, collection, kind, runTask }: CopyContext,
  { item, place, before }: OneItem,
  content: Buffer,
): Promise<boolean> => {
  const print = await runTask('fingerprint', content);
  if (before?.state === 'intended' && before.fingerprint === print) return true;
  if (taken === undefined || taken.has(place)) return false;
  await intend({ collection, kind, item, state: 'intended', reason: null, place, fingerprint: print });
  return true;
};

/** The bytes of an item, or why the source has none that can be copied. */
const readAtSource = async ({ account, signal }: CopyContext, item: string): Promise<Buffer | FailureReason> => {
  try {
    const content = await account.read(item, signal);
    if (content === undefined) return 'vanished';
    // Servers guess at other encodings, each in its way: what they keep would be something else.
    return isUtf8(content) ? content : 'refused';
  } catch (error) {
    if (error instanceof ItemFailed) return error.reason;
    throw error;
  }
};

/** Whether the copy that was killed has written the item before. */
const wasBrought = async (
  { destination, taken, signal, runTask }: CopyContext,
  { state, place, fingerprint: begun }: CopiedItem,
): Promise<boolean> => {
  if (place === null || begun === null) return false;
  if (state === 'intended' && taken !== undefined) return taken.has(place);
  const there = await destination.read(place, signal);
  return there !== undefined && (state === 'intended' || (await runTask('fingerprint', there.content)) === begun);
};

const bringOver = async (context: CopyContext, item: string, before: CopiedItem | undefined): Promise<Result> => {
  const { destination, room, kind, signal } = context;
  const place = placeOf(room, keyOf(item), kind);
  const content = await readAtSource(context, item);
  if (!Buffer.isBuffer(content)) {
    // Reading it back tells whether what was brought over is whole, whatever the source gives out by now.
    const isThere = before !== undefined && (await wasBrought(context, before));
    return isThere ? { ...before, state: 'written' } : failed(content);
  }
  const isOwn = await isOwnWork(context, { item, place, before }, content);
  const result = await write(context, place, content);
  if (result !== undefined) return result;
  // What the destination made of our own item is no question for the end user: reading it back tells.
  if (isOwn && (await destination.read(place, signal)) !== undefined) return writtenAt(context, place, content);
  return meet(context, { item, place, before }, content);
};

/**
 * Copies one item to the place that follows from it; done again, it finds its own work and writes nothing.
 *
 * @param before what an earlier run has noted of it
 */
export const copyItem = async (context: CopyContext, item: string, before?: CopiedItem): Promise<CopiedItem> => {
  const { collection, kind } = context;
  const { state, reason, place, fingerprint: print } = await settled(bringOver(context, item, before));
  return { collection, kind, item, state, reason, place, fingerprint: print };
};

/** An item of a collection that the source forbids. */
export const forbiddenItem = ({ id, kind }: SourceCollection, item: string): CopiedItem => ({
  collection: id,
  kind,
  item,
  ...failed('forbidden'),
});

type VerifyContext = Pick<CopyContext, 'destination' | 'signal' | 'runTask'>;

const readBack = async (
  { destination, signal, runTask }: VerifyContext,
  place: string,
  written: CopiedItem['fingerprint'],
): Promise<FailureReason | null> => {
  try {
    const there = await destination.read(place, signal);
    if (there === undefined) return 'lost';
    return (await runTask('fingerprint', there.content)) === written ? null : 'altered';
  } catch (error) {
    // It was taken: that it failed would say too much.
    if (error instanceof ItemFailed) return 'unverified';
    throw error;
  }
};

/**
 * Reads back what was written: nothing counts as copied before.
 *
 * @param there what a request for several items has given out already; only what is whole by it is not read alone
 */
export const verifyItem = async (context: VerifyContext, item: CopiedItem, there?: Buffer): Promise<CopiedItem> => {
  const { place, fingerprint: written } = item;
  const print = there && (await context.runTask('fingerprint', there).catch(() => undefined));
  const isWhole = print !== undefined && print === written;
  const reason = isWhole ? null : await readBack(context, place ?? '', written);
  return { ...item, state: reason === null ? 'copied' : 'failed', reason, place: reason === 'lost' ? null : place };
};
