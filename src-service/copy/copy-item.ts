import { isUtf8 } from 'node:buffer';
import type { CopyState } from '../migration-engine/copy-state.ts';
import {
  type CollectionKind,
  type Destination,
  type FailureReason,
  ItemFailed,
  placeOf,
  type SourceAccount,
} from '../providers/copy-ports.ts';
import type { CopiedItem, ItemReason } from '../store/copied-items.ts';
import { changedAt, fingerprint, keyOf, withOtherUid } from './item-content.ts';

/** Both sides of a copy, and what is known of the collection that is copied. */
interface CopyContext {
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
  { destination, signal }: CopyContext,
  place: string,
  content: Buffer,
  replaces?: string,
): Promise<Result | undefined> => {
  const outcome = await destination.write(place, content, { replaces, signal });
  if (outcome === 'occupied') return undefined;
  if (outcome !== 'written') return failed(outcome);
  return { state: 'written', reason: null, place, fingerprint: fingerprint(content) };
};

/** The place of an item has an item already: the same one, or one that differs. */
const meet = async (context: CopyContext, item: string, place: string, content: Buffer): Promise<Result> => {
  const { destination, kind, room, answer, signal } = context;
  const there = await destination.read(place, signal);
  if (there === undefined) return (await write(context, place, content)) ?? failed('server_error');
  if (fingerprint(there.content) === fingerprint(content)) return skipped(place, 'already_there');
  if (answer === null) return { state: 'conflict', reason: null, place, fingerprint: null };
  if (answer === 'skip') return skipped(place, 'kept_there');
  if (answer === 'keep_newer') {
    if (changedAt(there.content) >= changedAt(content)) return skipped(place, 'kept_newer');
    return (await write(context, place, content, there.revision)) ?? failed('server_error');
  }
  // The other place and the other UID follow from the item and what is in it: a second run finds what the first has
  // written, and what has changed since stands beside that.
  const key = keyOf(item, fingerprint(content));
  const beside = placeOf(room, key, kind);
  return (await write(context, beside, withOtherUid(content, key))) ?? skipped(beside, 'already_there');
};

/** Whether this copy, and nobody else, can have written what stands at a place. */
const isOwnWork = async (
  { taken, intend, collection, kind }: CopyContext,
  { item, place, before }: { item: string; place: string; before: CopiedItem | undefined },
  content: Buffer,
): Promise<boolean> => {
  const print = fingerprint(content);
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
  { destination, taken, signal }: CopyContext,
  place: string,
  before: CopiedItem,
): Promise<boolean> =>
  before.state === 'intended' && (taken?.has(place) ?? (await destination.read(place, signal)) !== undefined);

const bringOver = async (context: CopyContext, item: string, before: CopiedItem | undefined): Promise<Result> => {
  const { destination, room, kind, signal } = context;
  const place = placeOf(room, keyOf(item), kind);
  const content = await readAtSource(context, item);
  if (!Buffer.isBuffer(content)) {
    // Reading it back tells whether what was brought over is whole, whatever the source gives out by now.
    const isThere = before !== undefined && (await wasBrought(context, place, before));
    return isThere ? { ...before, state: 'written' } : failed(content);
  }
  const isOwn = await isOwnWork(context, { item, place, before }, content);
  const result = await write(context, place, content);
  if (result !== undefined) return result;
  // What the destination made of our own item is no question for the end user: reading it back tells.
  if (isOwn && (await destination.read(place, signal)) !== undefined)
    return { state: 'written', reason: null, place, fingerprint: fingerprint(content) };
  return meet(context, item, place, content);
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

const readBack = async (
  { destination, signal }: Pick<CopyContext, 'destination' | 'signal'>,
  place: string,
  written: CopiedItem['fingerprint'],
): Promise<FailureReason | null> => {
  try {
    const there = await destination.read(place, signal);
    if (there === undefined) return 'lost';
    return fingerprint(there.content) === written ? null : 'altered';
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
export const verifyItem = async (
  context: Pick<CopyContext, 'destination' | 'signal'>,
  item: CopiedItem,
  there?: Buffer,
): Promise<CopiedItem> => {
  const { place, fingerprint: written } = item;
  const isWhole = there !== undefined && fingerprint(there) === written;
  const reason = isWhole ? null : await readBack(context, place ?? '', written);
  return { ...item, state: reason === null ? 'copied' : 'failed', reason, place: reason === 'lost' ? null : place };
};
