import { type LoginTrouble, maxCollections } from '#shared/modal-messages/modal-state.ts';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import {
  CollectionForbidden,
  ListTooLong,
  LoginRefused,
  ServerUnavailable,
  type SourceCollection,
} from '../copy-ports.ts';
import { newLogin } from '../login.ts';
import type { MailAccount } from '../mail-ports.ts';
import { wholeMessageBytes } from '../mail-ports.ts';
import type { SourceProvider } from '../source-provider.ts';
import type { SourceSettings } from '../providers-file.ts';
import { createImapClient, type ImapClient, NotConnected } from './imap-client.ts';
import { CommandRefused } from './imap-faults.ts';
import { isOwnFolder, toCollection } from './imap-folders.ts';
import { imapAddress } from '../imap-server.ts';
import { factsOf, messageQuery, readParts, retryReading } from './read-messages.ts';

/** Deadline of a login, below the 20 s after which the modal's page gives up. */
const loginTimeoutMs = 12_000;
/** A copy keeps one row for each message of a folder in memory. */
const maxMessages = 100_000;

const folderOf = (item: string): string => item.slice(0, item.lastIndexOf('/'));

const findCollections = async (client: ImapClient, signal: AbortSignal): Promise<readonly SourceCollection[]> => {
  const found = await client.use({ signal }, async (imap) => {
    const folders = await imap.list({ statusQuery: { messages: true } });
    return folders.filter((folder) => isOwnFolder(imap, folder)).map((folder) => toCollection(imap, folder));
  });
  if (found.length > maxCollections)
    throw new ListTooLong(`The account has ${found.length} folders. The limit is ${maxCollections}.`);
  const large = found.find(({ count }) => (count ?? 0) > maxMessages);
  if (large !== undefined) throw new ListTooLong(`A folder has ${large.count} messages. The limit is ${maxMessages}.`);
  return found;
};

const createAccount = (id: string, client: ImapClient): MailAccount => ({
  id,
  collections: (signal) => findCollections(client, signal),
  items: async function* (path, signal) {
    const { uids, uidValidity } = await client
      .use({ folder: { path }, signal }, async (imap, mailbox) => ({
        uids: await imap.search({ all: true }, { uid: true }),
        uidValidity: mailbox?.uidValidity,
      }))
      .catch((error: unknown) => {
        throw error instanceof CommandRefused ? new CollectionForbidden() : error;
      });
    if (!Array.isArray(uids)) throw new ServerUnavailable('The server sent no list of messages.');
    for (const uid of uids) yield `${path}/${uidValidity}.${uid}`;
  },
  readMessage: async (item, signal) => {
    const path = folderOf(item);
    const [uidValidity, uid = ''] = item.slice(path.length + 1).split('.', 2);
    const found = await retryReading(
      () =>
        client.use(
          { folder: { path }, signal },
          async (imap, mailbox) =>
            // With another UIDVALIDITY, the UID belongs to another message.
            String(mailbox?.uidValidity) === uidValidity && (await imap.fetchOne(uid, messageQuery, { uid: true })),
        ),
      signal,
    );
    if (found === false || found.source === undefined) return undefined;
    const start = found.source;
    const content = async function* () {
      yield start;
      if (start.length >= wholeMessageBytes) yield* readParts(client, path, found.uid, start.length, signal);
    };
    return { ...factsOf(found), content: { [Symbol.asyncIterator]: content } };
  },
});

const troubleOf = (error: unknown): LoginTrouble => {
  if (error instanceof LoginRefused) return 'password_refused';
  return error instanceof ListTooLong ? 'too_much' : 'provider_down';
};

interface ImapSourceOptions {
  readonly rules: AddressRules;
  readonly timeoutMs?: number | undefined;
}

export const imapSource = (
  settings: Extract<SourceSettings, { readonly kind: 'imap' }>,
  { rules, timeoutMs = loginTimeoutMs }: ImapSourceOptions,
): SourceProvider => {
  const { name, category } = settings;
  return {
    name,
    category,
    firstStep: 'password',
    logIn: async (before, { userName, password }) => {
      const { failures, successes } = before;
      const previousLogin = before.userName === userName ? before : newLogin(userName);
      const login = { ...previousLogin, failures, successes, step: 'password' as const };
      const client = createImapClient({ server: settings, user: userName, password, rules });
      const account = createAccount(`${imapAddress(settings)} ${userName}`, client);
      try {
        const collections = await account.collections(AbortSignal.timeout(timeoutMs));
        return { login: { ...login, trouble: null, lockedUntil: null }, found: { account, collections } };
      } catch (error) {
        const isUnsent = error instanceof NotConnected;
        return { login: { ...login, failures: failures + 1, trouble: troubleOf(error) }, isUnsent };
      }
    },
    company: (userName) => ({ provider: name, name: userName, idAtProvider: userName }),
  };
};
