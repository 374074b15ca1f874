import { describeMessage } from '../content/message-id.ts';
import type { ContentWorker } from '../content-worker/content-worker.ts';
import type { describeItem } from '../content/describe-item.ts';
import { CollectionForbidden, ItemFailed, ServerUnavailable } from '../providers/copy-ports.ts';
import { each } from '../providers/each.ts';
import type { CopySource } from '../providers/mail-ports.ts';

/** `unreadable`: the server lists the item, but does not return it. */
export const checkedStates = ['unchanged', 'changed', 'missing', 'unreadable', 'added'] as const;
export type CheckedState = (typeof checkedStates)[number];

export interface ExpectedItem {
  readonly id: string;
  /** Null if the receipt states no hash: then only later items are found. */
  readonly hash: string | null;
}

interface AccountToCheck {
  readonly account: CopySource;
  readonly content: ContentWorker;
  /** Items by the ID of their collection. */
  readonly collections: ReadonlyMap<string, readonly ExpectedItem[]>;
  readonly onItem: (id: string, state: CheckedState) => void;
  readonly signal: AbortSignal;
}

const nameOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Reads each item of an account, and lists the items that the receipt doesn't have. Writes nothing. */
export const checkAccount = async ({
  account,
  content,
  collections,
  onItem,
  signal,
}: AccountToCheck): Promise<void> => {
  const runTask = content.runFor<{ describeItem: typeof describeItem }>(account.id);
  const isMail = 'readMessage' in account;
  const readHash = async (id: string): Promise<string | undefined> => {
    if (isMail) {
      const message = await account.readMessage(id, signal);
      return message && (await describeMessage(message.content)).digest;
    }
    const bytes = await account.read(id, signal);
    return bytes && (await runTask('describeItem', bytes)).fingerprint;
  };
  const check = async ({ id, hash }: ExpectedItem): Promise<CheckedState> => {
    try {
      const found = await readHash(id);
      if (found === undefined) return 'missing';
      return found === hash ? 'unchanged' : 'changed';
    } catch (error) {
      if (error instanceof ItemFailed) return 'unreadable';
      throw error;
    }
  };

  const findAdded = async (collection: string, expected: readonly ExpectedItem[]): Promise<void> => {
    // A server may encode the folder differently in a list than in the ID of a written item.
    const known = new Set(expected.map(({ id }) => nameOf(id)));
    const lastUids = new Map<string, number>();
    const uidOf = (name: string) => {
      const [validity = '', uid = ''] = name.split('.');
      return { validity, uid: Number(uid), last: lastUids.get(validity) ?? 0 };
    };
    for (const name of isMail ? known : []) {
      const { validity, uid, last } = uidOf(name);
      lastUids.set(validity, Math.max(last, uid));
    }
    for await (const id of account.items(collection, signal)) {
      const name = nameOf(id);
      // UIDs ascend: a message with a lower one was in the folder before the copy.
      const isOlder = isMail && uidOf(name).uid < uidOf(name).last;
      if (!known.has(name) && !isOlder) onItem(id, 'added');
    }
  };

  for (const [collection, expected] of collections) {
    let found = 0;
    // A deleted collection can't be listed either. Then none of its items is found.
    const problem = await findAdded(collection, expected).catch((error: unknown) => {
      if (error instanceof CollectionForbidden || error instanceof ServerUnavailable) return error;
      throw error;
    });
    // In the order of a mail folder, in which the account reads several messages with one request.
    const readable = expected.filter(({ hash }) => hash !== null);
    await each(
      readable.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
      async (item) => {
        const state = await check(item);
        const isMissing = state === 'missing' || (state === 'unreadable' && problem !== undefined);
        if (!isMissing) found++;
        onItem(item.id, isMissing ? 'missing' : state);
      },
    );
    if (found > 0 && problem !== undefined) throw problem;
  }
};
