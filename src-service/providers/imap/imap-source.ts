import { maxCollections } from '#shared/modal-messages/modal-state.ts';
import { CollectionForbidden, ListTooLong, ServerUnavailable, type SourceCollection } from '../copy-ports.ts';
import type { MailAccount } from '../mail-ports.ts';
import { type AdapterOptions, passwordSource, type SourceProvider } from '../source-provider.ts';
import type { SourceSettings } from '../providers-file.ts';
import { createImapClient, type ImapClient } from './imap-client.ts';
import { CommandRefused } from './imap-faults.ts';
import { isOwnFolder, toCollection } from './imap-folders.ts';
import { imapAddress } from '../imap-server.ts';
import { createReadAhead } from './read-ahead.ts';
import { fetchMessages, listUids, messageOf, retryReading } from './read-messages.ts';

/** A copy keeps one row for each message of a folder in memory. */
const maxMessages = 100_000;
/** Time for counting messages with one command per folder, on servers without LIST-STATUS. */
const maxCountingMs = 5_000;

const tooLong = (count: number): ListTooLong =>
  new ListTooLong(`A folder has ${count} messages. The limit is ${maxMessages}.`);

const findCollections = async (client: ImapClient, signal: AbortSignal): Promise<readonly SourceCollection[]> => {
  const found = await client.use({ signal }, async (imap) => {
    const canCount = imap.capabilities.has('LIST-STATUS');
    const folders = await imap.list(canCount ? { statusQuery: { messages: true } } : {});
    const collections = folders
      .filter((folder) => isOwnFolder(imap, folder))
      .map((folder) => toCollection(imap, folder));
    if (collections.length > maxCollections)
      throw new ListTooLong(`The account has ${collections.length} folders. The limit is ${maxCollections}.`);
    if (canCount) return collections;
    const until = performance.now() + maxCountingMs;
    const counted: SourceCollection[] = [];
    for (const collection of collections) {
      const status = performance.now() < until && (await imap.status(collection.id, { messages: true }));
      counted.push({ ...collection, count: status ? (status.messages ?? null) : null });
    }
    return counted;
  });
  const large = found.find(({ count }) => (count ?? 0) > maxMessages);
  if (large !== undefined) throw tooLong(large.count ?? 0);
  return found;
};

const createAccount = (id: string, client: ImapClient): MailAccount => {
  let readAhead: ReturnType<typeof createReadAhead> | undefined;
  return {
    id,
    collections: (signal) => findCollections(client, signal),
    items: async function* (path, signal) {
      const { uids, uidValidity } = await client
        .use({ folder: { path }, signal }, async (imap, mailbox) => ({
          uids: await listUids(imap),
          uidValidity: mailbox?.uidValidity,
        }))
        .catch((error: unknown) => {
          throw error instanceof CommandRefused ? new CollectionForbidden() : error;
        });
      if (uids.length > maxMessages) throw tooLong(uids.length);
      readAhead = createReadAhead(client, { path, uidValidity: String(uidValidity) }, uids);
      for (const uid of uids) yield { id: `${path}/${uidValidity}.${uid}` };
    },
    readMessage: async (item, signal) => {
      const path = item.slice(0, item.lastIndexOf('/'));
      const [uidValidity = '', uidText] = item.slice(path.length + 1).split('.', 2);
      const [folder, uid] = [{ path, uidValidity }, Number(uidText)];
      const found =
        (await readAhead?.(folder, uid, signal)) ??
        (await retryReading(() => fetchMessages(client, folder, [uid], signal), signal)).get(uid);
      return found && messageOf(client, folder, found, signal);
    },
  };
};

export const imapSource = (
  settings: Extract<SourceSettings, { readonly kind: 'imap' }>,
  { rules, timeoutMs }: AdapterOptions,
): SourceProvider<MailAccount> =>
  passwordSource(
    settings,
    ({ userName, password }) => ({
      account: createAccount(
        `${imapAddress(settings)} ${userName}`,
        createImapClient({ server: settings, user: userName, password, rules }),
      ),
      facts: (error) => ({ isUnsent: error instanceof ServerUnavailable && error.isUnsent }),
    }),
    timeoutMs,
  );
