import { isUtf8 } from 'node:buffer';
import type { CopyState } from '../migration-engine/copy-state.ts';
import {
  type CollectionKind,
  type Destination,
  type FailureReason,
  placeOf,
  type SourceAccount,
  TooLarge,
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
  /** What the end user wants where both sides differ. */
  readonly answer: CopyState['answer'];
  readonly signal: AbortSignal;
}

type Result = Pick<CopiedItem, 'state' | 'reason' | 'place' | 'fingerprint'>;

const failed = (reason: FailureReason): Result => ({ state: 'failed', reason, place: null, fingerprint: null });
const skipped = (place: string, reason: ItemReason): Result => ({ state: 'skipped', reason, place, fingerprint: null });

const read = async ({ account, signal }: CopyContext, item: string): Promise<Buffer | FailureReason> => {
  try {
    const content = await account.read(item, signal);
    if (content === undefined) return 'vanished';
    // Servers guess at other encodings, each in its way: what they keep would be something else.
    return isUtf8(content) ? content : 'refused';
  } catch (error) {
    if (error instanceof TooLarge) return 'too_large';
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
  // The other place and the other UID follow from the item, too: a second run finds what the first has written.
  const key = keyOf(item, 'both');
  const beside = placeOf(room, key, kind);
  return (await write(context, beside, withOtherUid(content, key))) ?? skipped(beside, 'already_there');
};

/** Copies one item to the place that follows from it; done again, it finds its own work and writes nothing. */
export const copyItem = async (context: CopyContext, item: string): Promise<CopiedItem> => {
  const { collection, kind, room } = context;
  const content = await read(context, item);
  const place = placeOf(room, keyOf(item), kind);
  const result =
    typeof content === 'string'
      ? failed(content)
      : ((await write(context, place, content)) ?? (await meet(context, item, place, content)));
  return { collection, kind, item, ...result };
};

/** Reads back what was written: nothing counts as copied before. */
export const verifyItem = async (
  { destination, signal }: Pick<CopyContext, 'destination' | 'signal'>,
  item: CopiedItem,
): Promise<CopiedItem> => {
  const there = await destination.read(item.place ?? '', signal);
  if (there === undefined) return { ...item, ...failed('lost') };
  return fingerprint(there.content) === item.fingerprint
    ? { ...item, state: 'copied' }
    : { ...item, state: 'failed', reason: 'altered' };
};
