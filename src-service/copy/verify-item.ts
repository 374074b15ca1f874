import { ItemFailed } from '../providers/copy-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import type { CopyContext } from './copy-item.ts';
import { readAtSource } from './read-at-source.ts';

type VerifyContext = Pick<CopyContext, 'account' | 'destination' | 'signal' | 'runTask'>;

/** What the destination made of an item; empty if the source no longer has what was written. */
const changesOf = async (
  { account, signal, runTask }: VerifyContext,
  { item, place, fingerprint, sourceFingerprint }: CopiedItem,
  there: Buffer,
): Promise<CopiedItem['changes']> => {
  const bytes = await readAtSource({ account, signal }, item);
  if (!Buffer.isBuffer(bytes)) return [];
  const description = await runTask('describeItem', bytes);
  if (description.fingerprint !== sourceFingerprint) return [];
  const key = place?.slice(place.lastIndexOf('/') + 1).replace(/\..*$/, '') ?? '';
  const written = description.fingerprint === fingerprint ? bytes : await runTask('withOtherUid', bytes, key);
  return runTask('compareItems', written, there);
};

const readBack = async (context: VerifyContext, item: CopiedItem): Promise<Partial<CopiedItem>> => {
  const { destination, signal, runTask } = context;
  try {
    const there = await destination.read(item.place ?? '', signal);
    if (there === undefined) return { state: 'failed', reason: 'lost', place: null };
    const { fingerprint } = await runTask('describeItem', there.content);
    if (fingerprint === item.fingerprint) return { state: 'copied', thereFingerprint: fingerprint };
    const changes = await changesOf(context, item, there.content);
    return { state: 'altered', thereFingerprint: fingerprint, changes };
  } catch (error) {
    // It was taken: that it failed would say too much.
    if (error instanceof ItemFailed) return { state: 'failed', reason: 'unverified' };
    throw error;
  }
};

/**
 * Reads back what was written: nothing counts as copied before.
 *
 * @param there what a request for several items has given out already; only what is whole by it is not read alone
 */
export const verifyItem = async (context: VerifyContext, item: CopiedItem, there?: Buffer): Promise<CopiedItem> => {
  const { fingerprint } = item;
  const print = there && (await context.runTask('describeItem', there).catch(() => undefined))?.fingerprint;
  if (print !== undefined && print === fingerprint) return { ...item, state: 'copied', thereFingerprint: print };
  return { ...item, ...(await readBack(context, item)) };
};
