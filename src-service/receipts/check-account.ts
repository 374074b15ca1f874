import type { describeItem } from '../content/describe-item.ts';
import { describeMessage } from '../content/message-id.ts';
import { CollectionForbidden, ItemFailed, ServerUnavailable } from '../providers/copy-ports.ts';
import { each } from '../providers/each.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import { ownContent } from './open-account.ts';

/** `missing`: the server doesn't return the item. */
export const checkedStates = ['unchanged', 'changed', 'missing', 'added'] as const;
export type CheckedState = (typeof checkedStates)[number];

/** Without a hash, only the ID is known. */
export interface ExpectedItem {
  readonly id: string;
  readonly hash: string | null;
}

interface AccountToCheck {
  readonly account: CopySource;
  /** Items by the ID of their collection. */
  readonly collections: ReadonlyMap<string, readonly ExpectedItem[]>;
  readonly findsAdded: boolean;
  readonly onItem: (id: string, state: CheckedState) => void;
  readonly signal: AbortSignal;
}

const nameOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const uidOf = (name: string): number => Number(name.split('.')[1]);

/** Reads each item of an account, and finds the items that the receipt doesn't have. Writes nothing. */
export const checkAccount = async (accountToCheck: AccountToCheck): Promise<void> => {
  const { account, collections, findsAdded, onItem, signal } = accountToCheck;
  const isMail = 'readMessage' in account;
  const readHash = async (id: string): Promise<string | undefined> => {
    if (isMail) {
      const message = await account.readMessage(id, signal);
      return message && (await describeMessage(message.content)).digest;
    }
    const found = await account.read(id, signal);
    if (found === undefined) return undefined;
    const runTask = ownContent.runFor<{ describeItem: typeof describeItem }>('');
    return (await runTask('describeItem', found.content)).fingerprint;
  };

  const findAdded = async (collection: string, expected: readonly ExpectedItem[]): Promise<void> => {
    // A server may encode the folder differently in a list than in the ID of a written item.
    const known = new Set(expected.map(({ id }) => nameOf(id)));
    // UIDs ascend: a message with a lower one was in the folder before the copy.
    const lastUid = isMail ? [...known].reduce((last, name) => Math.max(last, uidOf(name)), 0) : 0;
    for await (const { id } of account.items(collection, signal))
      if (!known.has(nameOf(id)) && !(uidOf(nameOf(id)) < lastUid)) onItem(id, 'added');
  };

  for (const [collection, expected] of collections) {
    let foundCount = 0;
    const check = async ({ id, hash }: ExpectedItem): Promise<void> => {
      const found = await readHash(id).catch((error: unknown) => {
        if (!(error instanceof ItemFailed)) throw error;
        return undefined;
      });
      if (found !== undefined) foundCount++;
      onItem(id, found === undefined ? 'missing' : found === hash ? 'unchanged' : 'changed');
    };
    // A deleted collection can't be listed either. Then none of its items is found.
    const problem = await (findsAdded ? findAdded(collection, expected) : Promise.resolve()).catch((error: unknown) => {
      if (error instanceof CollectionForbidden || error instanceof ServerUnavailable) return error;
      throw error;
    });
    // In the order of a mail folder, in which the account reads several messages with one request.
    const readable = expected.filter(({ hash }) => hash !== null);
    await each(
      readable.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
      check,
    );
    if ((foundCount > 0 || readable.length === 0) && problem !== undefined) throw problem;
  }
};
