import { isUtf8 } from 'node:buffer';
import { type FailureReason, ItemFailed, type SourceAccount } from '../providers/copy-ports.ts';

/** The bytes of an item, or why the source has none that can be copied. */
export const readAtSource = async (
  { account, signal }: { readonly account: SourceAccount; readonly signal: AbortSignal },
  item: string,
): Promise<Buffer | FailureReason> => {
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
