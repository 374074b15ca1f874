import { ItemFailed } from '../providers/copy-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { type CopyContext, readAtSource } from './copy-item.ts';

type VerifyContext = Pick<CopyContext, 'account' | 'destination' | 'signal' | 'runTask'>;

/** Returns the differences at the destination. Empty if the source no longer has the version that was written. */
const changesOf = async (
  context: VerifyContext,
  { item, place, fingerprint, sourceFingerprint }: CopiedItem,
  there: Buffer,
): Promise<NonNullable<CopiedItem['changes']>> => {
  const { runTask } = context;
  const bytes = await readAtSource(context, item);
  if (!Buffer.isBuffer(bytes)) return [];
  const description = await runTask('describeItem', bytes);
  if (description.fingerprint !== sourceFingerprint) return [];
  const key = place?.slice(place.lastIndexOf('/') + 1).replace(/\..*$/, '') ?? '';
  const writtenBytes = description.fingerprint === fingerprint ? bytes : await runTask('withOtherUid', bytes, key);
  return runTask('compareItems', writtenBytes, there);
};

const judge = async (context: VerifyContext, item: CopiedItem, there: Buffer): Promise<Partial<CopiedItem>> => {
  const { fingerprint, isClientScheduled } = await context.runTask('describeItem', there);
  const isSame = fingerprint === item.fingerprint;
  const changes = isSame && !isClientScheduled ? [] : await changesOf(context, item, there);
  return { state: isSame && changes.length === 0 ? 'copied' : 'altered', thereFingerprint: fingerprint, changes };
};

const readBack = async (context: VerifyContext, item: CopiedItem): Promise<Partial<CopiedItem>> => {
  const { destination, signal } = context;
  try {
    const destinationItem = await destination.read(item.place ?? '', signal);
    if (destinationItem === undefined) return { state: 'failed', reason: 'lost', place: null };
    return await judge(context, item, destinationItem.content);
  } catch (error) {
    // Not "refused", because the destination accepted the write. Only reading it back failed.
    if (error instanceof ItemFailed) return { state: 'failed', reason: 'unverified' };
    throw error;
  }
};

/** An item counts as copied only after this check. If `there`, the item's content from a batch request, differs, the item is read again. */
export const verifyItem = async (context: VerifyContext, item: CopiedItem, there?: Buffer): Promise<CopiedItem> => {
  const destinationDescription = there && (await context.runTask('describeItem', there).catch(() => undefined));
  if (destinationDescription?.fingerprint === item.fingerprint && destinationDescription?.isClientScheduled === false)
    return { ...item, state: 'copied', thereFingerprint: destinationDescription.fingerprint };
  return { ...item, ...(await readBack(context, item)) };
};
