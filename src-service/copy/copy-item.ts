import { isUtf8 } from 'node:buffer';
import type { ItemDescription } from '../content/describe-item.ts';
import type { RunTask } from '../content-worker/content-worker.ts';
import {
  type Destination,
  type FailureReason,
  ItemFailed,
  type ListedItem,
  placeOf,
  type ReadItem,
  type Scheduling,
  type SourceAccount,
  type WrittenItem,
} from '../providers/copy-ports.ts';
import type { CopiedItem, ItemReason, LastWrite } from '../store/copied-items.ts';
import type { ItemTasks } from './item-tasks.ts';
import { keyOf } from '../content/key-of.ts';
import { type CollectionJob, failedResult, keptResult, type Result } from './copy-job.ts';

export interface CopyContext extends CollectionJob<SourceAccount, Destination> {
  readonly runTask: RunTask<ItemTasks>;
  /** How the copy prevents invitations. Undefined if the destination sends none. */
  readonly scheduling: Scheduling | undefined;
  readonly collectionPath: string;
  /** Paths and revisions of the items from before the copy started this collection. Undefined if unknown. */
  readonly taken: ReadonlyMap<string, ReadItem['revision']> | undefined;
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
  readonly sourceRevision: string | undefined;
}

type DestinationItem = ItemDescription & WrittenItem;

/** Hashes a revision, because servers choose its length and characters. */
export const revisionKey = (revision: string | undefined): string | undefined =>
  revision === undefined ? undefined : keyOf(revision);

const skippedResult = (
  place: string,
  reason: ItemReason,
  { source, sourceRevision }: Content,
  there: DestinationItem | undefined,
): Result => ({
  state: 'skipped',
  reason,
  place,
  fingerprint: null,
  sourceFingerprint: source,
  sourceRevision,
  thereFingerprint: there?.fingerprint,
  thereRevision: revisionKey(there?.revision),
});

const conflict = (place: string): Result => ({ state: 'conflict', reason: null, place, fingerprint: null });

const writtenResult = (place: string, { fingerprint, source, sourceRevision }: Content): Result => ({
  state: 'written',
  reason: null,
  place,
  fingerprint,
  sourceFingerprint: source,
  sourceRevision,
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

const readDestination = async (
  { destination, runTask, signal }: CopyContext,
  place: string,
): Promise<DestinationItem | undefined> => {
  const there = await destination.read(place, signal);
  return there && { ...there, ...(await runTask('describeItem', there.content)) };
};

const withKey = async ({ runTask }: CopyContext, content: Content, key: string): Promise<Content> => {
  const bytes = await runTask('withOtherUid', content.bytes, key);
  return { ...content, ...(await runTask('describeItem', bytes)), bytes };
};

/** Writes the item to a second path, because the first has a different item. */
const keepBoth = async (context: CopyContext, one: OneItem, content: Content): Promise<Result> => {
  const { collectionPath, collection, taken } = context;
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
  return result ?? skippedResult(place, 'already_there', content, await readDestination(context, place));
};

const answerConflict = async (
  context: CopyContext,
  one: OneItem,
  content: Content,
  there: DestinationItem | undefined,
): Promise<Result> => {
  const { answer } = context;
  const { place } = one;
  if (answer === null) return conflict(place);
  if (answer === 'skip') return skippedResult(place, 'kept_there', content, there);
  if (there === undefined) return (await writeAnswered(context, one, content)) ?? writtenResult(place, content);
  if (answer === 'keep_both') return keepBoth(context, one, content);
  if (there.changedAt >= content.changedAt) return skippedResult(place, 'kept_newer', content, there);
  return (await writeAnswered(context, one, content, there.revision)) ?? failedResult('server_error');
};

const handleExisting = async (context: CopyContext, one: OneItem, content: Content): Promise<Result> => {
  const { place } = one;
  const there = await readDestination(context, place);
  if (there === undefined) return (await write(context, place, content)) ?? writtenResult(place, content);
  if (there.fingerprint !== content.fingerprint) return answerConflict(context, one, content, there);
  return hasStartedWrite(one, place, content)
    ? writtenResult(place, content)
    : skippedResult(place, 'already_there', content, there);
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
    return skippedResult(place, 'already_there', content, there);
  if (isSourceUnchanged) {
    const reason = there === undefined ? 'deleted_there' : 'changed_there';
    return { ...keptResult(place, reason, last), sourceRevision: content.sourceRevision };
  }
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
): Promise<ReadItem | FailureReason> => {
  try {
    const found = await account.read(item, signal);
    if (found === undefined) return 'vanished';
    // Servers guess encodings other than UTF-8 differently, so the destination could store different characters.
    return isUtf8(found.content) ? found : 'refused';
  } catch (error) {
    if (error instanceof ItemFailed) return error.reason;
    throw error;
  }
};

/** Returns the result of an item that the lists of both sides show as unchanged, or as deleted at the destination. */
const unreadResult = (
  { collectionPath, taken }: CopyContext,
  revision: ListedItem['revision'],
  last: LastWrite,
): Result | undefined => {
  if (taken === undefined || revision === undefined || revisionKey(revision) !== last.sourceRevision) return undefined;
  const place = `${collectionPath}${last.name}`;
  if (!taken.has(place)) return keptResult(place, 'deleted_there', last);
  const there = revisionKey(taken.get(place));
  return there !== undefined && there === last.thereRevision ? keptResult(place, 'already_there', last) : undefined;
};

/** A repeated call recognizes its own item and writes nothing. `stored` is the stored result of an earlier run. */
export const copyItem = async (
  context: CopyContext,
  { id: item, revision }: ListedItem,
  stored: CopiedItem | undefined,
): Promise<Result> => {
  const { collectionPath, collection, lastWrites, retried, runTask } = context;
  const failed = retried?.get(item);
  // The first copy wrote an unverified item.
  const written = failed?.reason === 'unverified' && { ...failed, state: 'intended' as const, reason: null };
  const before = stored ?? (written || undefined);
  const key = keyOf(item);
  const lastWrite = lastWrites.get(key);
  const unread = before === undefined && lastWrite ? unreadResult(context, revision, lastWrite) : undefined;
  if (unread !== undefined) return unread;
  const found = await readAtSource(context, item);
  if (typeof found === 'string') {
    // If an earlier run wrote the item, the read-back decides its result, even if the source no longer has the item.
    const isThere = before !== undefined && (await isStillCopied(context, before));
    return isThere ? { ...before, state: 'written' } : failedResult(found);
  }
  const { content: bytes } = found;
  const description = await runTask('describeItem', bytes);
  const sourceRevision = revisionKey(found.revision);
  const content = { ...description, bytes, source: description.fingerprint, sourceRevision };
  const one = { item, place: placeOf(collectionPath, key, collection.kind), before };
  if (lastWrite === undefined) return copyNew(context, one, content);
  // Another migration of the same accounts wrote the item to another path after an earlier run of this copy wrote it.
  const isWrittenElsewhere = before?.state === 'intended' && before.place !== `${collectionPath}${lastWrite.name}`;
  if (isWrittenElsewhere && (await isStillCopied(context, before))) return { ...before, state: 'written' };
  return copyAgain(context, one, content, lastWrite);
};
