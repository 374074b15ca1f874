import { isUtf8 } from 'node:buffer';
import { type FailureReason, ItemFailed, type SourceAccount } from '../providers/copy-ports.ts';

export const readAtSource = async (
  { account, signal }: { readonly account: SourceAccount; readonly signal: AbortSignal },
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
