import { ItemFailed, type ReadItem, type WrittenItem } from '../providers/copy-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { type CopyContext, readAtSource, revisionKey } from './copy-item.ts';

type VerifyContext = Pick<CopyContext, 'account' | 'destination' | 'signal' | 'runTask'>;

/** Returns the differences at the destination. Empty if the source no longer has the version that was written. */
const changesOf = async (
  context: VerifyContext,
  { item, place, fingerprint, sourceFingerprint }: CopiedItem,
  there: Buffer,
): Promise<NonNullable<CopiedItem['changes']>> => {
  const { runTask } = context;
  const found = await readAtSource(context, item);
  if (typeof found === 'string') return [];
  const { content: bytes } = found;
  const description = await runTask('describeItem', bytes);
  if (description.fingerprint !== sourceFingerprint) return [];
  const key = place?.slice(place.lastIndexOf('/') + 1).replace(/\..*$/, '') ?? '';
  const writtenBytes = description.fingerprint === fingerprint ? bytes : await runTask('withOtherUid', bytes, key);
  return runTask('compareItems', writtenBytes, there);
};

const judge = async (
  context: VerifyContext,
  item: CopiedItem,
  { content, revision }: WrittenItem,
): Promise<Partial<CopiedItem>> => {
  const { fingerprint, isClientScheduled } = await context.runTask('describeItem', content);
  const isSame = fingerprint === item.fingerprint;
  const changes = isSame && !isClientScheduled ? [] : await changesOf(context, item, content);
  const there = { thereFingerprint: fingerprint, thereRevision: revisionKey(revision) };
  return { state: isSame && changes.length === 0 ? 'copied' : 'altered', ...there, changes };
};

const readBack = async (context: VerifyContext, item: CopiedItem): Promise<Partial<CopiedItem>> => {
  const { destination, signal } = context;
  try {
    const destinationItem = await destination.read(item.place ?? '', signal);
    if (destinationItem === undefined) return { state: 'failed', reason: 'lost', place: null };
    return await judge(context, item, destinationItem);
  } catch (error) {
    // Not "refused", because the destination accepted the write. Only reading it back failed.
    if (error instanceof ItemFailed) return { state: 'failed', reason: 'unverified' };
    throw error;
  }
};

/**
 * An item counts as copied only after this check. If `there`, the item's content from a batch request, differs, the
 * item is read again.
 */
export const verifyItem = async (context: VerifyContext, item: CopiedItem, there?: ReadItem): Promise<CopiedItem> => {
  const description = there && (await context.runTask('describeItem', there.content).catch(() => undefined));
  if (description?.fingerprint === item.fingerprint && description?.isClientScheduled === false) {
    const thereRevision = revisionKey(there?.revision);
    return { ...item, state: 'copied', thereFingerprint: description.fingerprint, thereRevision };
  }
  return { ...item, ...(await readBack(context, item)) };
};
