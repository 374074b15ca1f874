import { isUtf8 } from 'node:buffer';
import type { ItemDescription } from '../content/describe-item.ts';
import type { RunTask } from '../content-worker/content-worker.ts';
import {
  type Destination,
  type FailureReason,
  ItemFailed,
  placeOf,
  type Scheduling,
  type SourceAccount,
  type WrittenItem,
} from '../providers/copy-ports.ts';
import type { CopiedItem, ItemReason, LastWrite } from '../store/copied-items.ts';
import type { ItemTasks } from './item-tasks.ts';
import { keyOf } from '../content/key-of.ts';
import { type CollectionJob, failedResult, type Result } from './copy-job.ts';

export interface CopyContext extends CollectionJob<SourceAccount, Destination> {
  readonly runTask: RunTask<ItemTasks>;
  /** How the copy prevents invitations. Undefined if the destination sends none. */
  readonly scheduling: Scheduling | undefined;
  readonly collectionPath: string;
  /** Paths that had an item before the copy started this collection. Undefined if unknown. */
  readonly taken: ReadonlySet<string> | undefined;
  readonly lastWrites: ReadonlyMap<string, LastWrite>;
}

interface OneItem {
  readonly item: string;
  readonly place: string;
  readonly before: CopiedItem | undefined;
}

interface Content extends ItemDescription {
  readonly bytes: Buffer;
  readonly source: string;
}

/** @param there fingerprint of the item at the path */
const skippedResult = (place: string, reason: ItemReason, { source }: Content, there: string | undefined): Result => ({
  state: 'skipped',
  reason,
  place,
  fingerprint: null,
  sourceFingerprint: source,
  thereFingerprint: there,
});

const conflict = (place: string): Result => ({ state: 'conflict', reason: null, place, fingerprint: null });

const writtenResult = (place: string, { fingerprint, source }: Content): Result => ({
  state: 'written',
  reason: null,
  place,
  fingerprint,
  sourceFingerprint: source,
});

/**
 * Writes if the path is free or has the revision `replaces`. Otherwise returns undefined. For a path that was free,
 * undefined means that the item arrived without a response. The read-back step then decides.
 */
const write = async (
  { destination, scheduling, runTask, signal }: CopyContext,
  place: string,
  content: Content,
  replaces?: string,
): Promise<Result | undefined> => {
  const { meeting } = content;
  if (meeting !== null && scheduling?.sendsAnyway(meeting, replaces !== undefined)) return failedResult('would_invite');
  const bytes =
    meeting !== null && scheduling?.byAgent ? await runTask('withClientScheduling', content.bytes) : content.bytes;
  const outcome = await destination.write(place, bytes, { replaces, signal });
  return outcome === 'written' ? writtenResult(place, content) : undefined;
};

const hasStartedWrite = ({ before }: OneItem, place: string, { fingerprint }: Content): boolean =>
  before?.state === 'conflict' && before.place === place && before.fingerprint === fingerprint;

const writeAnswered = async (
  context: CopyContext,
  one: OneItem,
  content: Content,
  replaces?: string,
): Promise<Result | undefined> => {
  await context.recordIntent(one.item, { ...writtenResult(one.place, content), state: 'conflict' });
  return write(context, one.place, content, replaces);
};

const describe = ({ runTask }: CopyContext, there: WrittenItem): Promise<ItemDescription> =>
  runTask('describeItem', there.content);

const withKey = async ({ runTask }: CopyContext, content: Content, key: string): Promise<Content> => {
  const bytes = await runTask('withOtherUid', content.bytes, key);
  return { ...(await runTask('describeItem', bytes)), bytes, source: content.source };
};

/** Writes the item to a second path, because the first has a different item. */
const keepBoth = async (context: CopyContext, one: OneItem, content: Content): Promise<Result> => {
  const { destination, collectionPath, collection, taken, signal } = context;
  // For path and UID: a second copy finds the first copy's result, and a later version of the item gets its own path.
  const key = keyOf(one.item, content.source);
  const place = placeOf(collectionPath, key, collection.kind);
  const second = { ...one, place };
  const otherContent = await withKey(context, content, key);
  if (hasStartedWrite(one, place, otherContent))
    return (await write(context, place, otherContent)) ?? writtenResult(place, otherContent);
  if (taken?.has(place) === false)
    return (await writeAnswered(context, second, otherContent)) ?? writtenResult(place, otherContent);
  const result = await write(context, place, otherContent);
  if (result !== undefined) return result;
  const existingItem = await destination.read(place, signal);
  return skippedResult(
    place,
    'already_there',
    content,
    existingItem && (await describe(context, existingItem)).fingerprint,
  );
};

const answerConflict = async (
  context: CopyContext,
  one: OneItem,
  content: Content,
  there: (ItemDescription & WrittenItem) | undefined,
): Promise<Result> => {
  const { answer } = context;
  const { place } = one;
  if (answer === null) return conflict(place);
  if (answer === 'skip') return skippedResult(place, 'kept_there', content, there?.fingerprint);
  if (there === undefined) return (await writeAnswered(context, one, content)) ?? writtenResult(place, content);
  if (answer === 'keep_both') return keepBoth(context, one, content);
  if (there.changedAt >= content.changedAt) return skippedResult(place, 'kept_newer', content, there.fingerprint);
  return (await writeAnswered(context, one, content, there.revision)) ?? failedResult('server_error');
};

const readDestination = async (
  context: CopyContext,
  place: string,
): Promise<(ItemDescription & WrittenItem) | undefined> => {
  const there = await context.destination.read(place, context.signal);
  return there && { ...there, ...(await describe(context, there)) };
};

const handleExisting = async (context: CopyContext, one: OneItem, content: Content): Promise<Result> => {
  const { place } = one;
  const there = await readDestination(context, place);
  if (there === undefined) return (await write(context, place, content)) ?? writtenResult(place, content);
  if (there.fingerprint !== content.fingerprint) return answerConflict(context, one, content, there);
  return hasStartedWrite(one, place, content)
    ? writtenResult(place, content)
    : skippedResult(place, 'already_there', content, there.fingerprint);
};

const isOwnWork = async (context: CopyContext, one: OneItem, content: Content): Promise<boolean> => {
  const { taken, recordIntent } = context;
  if (one.before?.state === 'intended' && one.before.fingerprint === content.fingerprint) return true;
  if (taken === undefined || taken.has(one.place)) return false;
  await recordIntent(one.item, { ...writtenResult(one.place, content), state: 'intended' });
  return true;
};

const copyNew = async (context: CopyContext, one: OneItem, content: Content): Promise<Result> => {
  const { place } = one;
  const isOwn = await isOwnWork(context, one, content);
  const isTaken = context.taken?.has(place) === true;
  const result = isTaken ? undefined : await write(context, place, content);
  if (result !== undefined) return result;
  // The read-back step checks how the destination changed an item that this copy wrote, without asking the end user.
  return isOwn ? writtenResult(place, content) : handleExisting(context, one, content);
};

/** Copies an item again after an earlier copy. Asks the end user only if both sides changed. */
const copyAgain = async (
  context: CopyContext,
  { item, before }: OneItem,
  content: Content,
  last: LastWrite,
): Promise<Result> => {
  const { collectionPath, recordIntent } = context;
  const place = `${collectionPath}${last.name}`;
  const one = { item, place, before };
  const key = last.name.replace(/\..*$/, '');
  const ownContent = key === keyOf(item) ? content : await withKey(context, content, key);
  const there = await readDestination(context, place);
  const isSourceUnchanged = last.source === content.source;
  const isDestinationUnchanged = last.there === there?.fingerprint;
  const isArrived = there?.fingerprint === ownContent.fingerprint;
  const wasUpdating = before?.state === 'intended' && before.fingerprint === ownContent.fingerprint;
  // Another migration of the same accounts may have found the item before this copy continued.
  if (isArrived && (wasUpdating || hasStartedWrite(one, place, ownContent))) return writtenResult(place, ownContent);
  if (there !== undefined && wasUpdating && !isDestinationUnchanged) return writtenResult(place, ownContent);
  if (isArrived || (isSourceUnchanged && isDestinationUnchanged))
    return skippedResult(place, 'already_there', content, there?.fingerprint);
  // Keeps the previous fingerprint, because this copy didn't change the item.
  if (isSourceUnchanged)
    return skippedResult(place, there === undefined ? 'deleted_there' : 'changed_there', content, last.there);
  if (!isDestinationUnchanged || there === undefined) return answerConflict(context, one, content, there);
  await recordIntent(item, { ...writtenResult(place, ownContent), state: 'intended' });
  const result = await write(context, place, ownContent, there.revision);
  return result ?? answerConflict(context, one, content, await readDestination(context, place));
};

const isStillCopied = async (context: CopyContext, { state, place, fingerprint }: CopiedItem): Promise<boolean> => {
  if (place === null || fingerprint === null) return false;
  if (state === 'intended' && context.taken !== undefined) return context.taken.has(place);
  const there = await readDestination(context, place);
  return there !== undefined && (state === 'intended' || there.fingerprint === fingerprint);
};

export const readAtSource = async (
  { account, signal }: Pick<CopyContext, 'account' | 'signal'>,
  item: string,
): Promise<Buffer | FailureReason> => {
  try {
    const content = await account.read(item, signal);
    if (content === undefined) return 'vanished';
    // Servers guess encodings other than UTF-8 differently, so the destination could store different characters.
    return isUtf8(content) ? content : 'refused';
  } catch (error) {
    if (error instanceof ItemFailed) return error.reason;
    throw error;
  }
};

/** A repeated call recognizes its own item and writes nothing. `stored` is the stored result of an earlier run. */
export const copyItem = async (context: CopyContext, item: string, stored: CopiedItem | undefined): Promise<Result> => {
  const { collectionPath, collection, lastWrites, retried, runTask } = context;
  const failed = retried?.get(item);
  // The first copy wrote an unverified item.
  const written = failed?.reason === 'unverified' && { ...failed, state: 'intended' as const, reason: null };
  const before = stored ?? (written || undefined);
  const bytes = await readAtSource(context, item);
  if (!Buffer.isBuffer(bytes)) {
    // If an earlier run wrote the item, the read-back decides its result, even if the source no longer has the item.
    const isThere = before !== undefined && (await isStillCopied(context, before));
    return isThere ? { ...before, state: 'written' } : failedResult(bytes);
  }
  const description = await runTask('describeItem', bytes);
  const content = { ...description, bytes, source: description.fingerprint };
  const key = keyOf(item);
  const one = { item, place: placeOf(collectionPath, key, collection.kind), before };
  const lastWrite = lastWrites.get(key);
  if (lastWrite === undefined) return copyNew(context, one, content);
  // Another migration of the same accounts wrote the item to another path after an earlier run of this copy wrote it.
  const isWrittenElsewhere = before?.state === 'intended' && before.place !== `${collectionPath}${lastWrite.name}`;
  if (isWrittenElsewhere && (await isStillCopied(context, before))) return { ...before, state: 'written' };
  return copyAgain(context, one, content, lastWrite);
};
