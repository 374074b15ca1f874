import type { ImapFlow, ListResponse } from 'imapflow';
import type { LoginTrouble } from '#shared/modal-messages/modal-state.ts';
import { messageIdOf } from '../../content/message-id.ts';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import { ItemFailed, LoginRefused, ServerUnavailable } from '../copy-ports.ts';
import type { DestinationAccount } from '../destination-accounts.ts';
import type { FoundMessage, MailDestination } from '../mail-ports.ts';
import { appendMessage } from './append-message.ts';
import { createImapClient, type ImapClient } from './imap-client.ts';
import { toItemFailure } from './imap-faults.ts';
import { targetPath } from './imap-folders.ts';
import { imapAddress, type ImapServer } from '../imap-server.ts';
import { factsOf, factsQuery, readDigests, retryReading } from './read-messages.ts';

interface ImapDestinationOptions {
  readonly server: ImapServer;
  readonly rules: AddressRules;
}

/** A refused password of the operator isn't LoginRefused, because an end user can't correct it. */
const withOperatorsPassword = (client: ImapClient): ImapClient => ({
  use: (options, act) =>
    client.use(options, act).catch((error: unknown) => {
      if (error instanceof LoginRefused)
        throw new ServerUnavailable('The destination rejected the user name or password in the providers file.');
      throw error;
    }),
});

const createClient = (account: DestinationAccount, { server, rules }: ImapDestinationOptions): ImapClient => {
  const { user, password, isOfEndUser = false } = account;
  const client = createImapClient({ server, user, password, rules });
  return isOfEndUser ? client : withOperatorsPassword(client);
};

const noAction = async (): Promise<void> => {};

export const imapTroubleOf = async (
  account: DestinationAccount,
  options: ImapDestinationOptions,
  signal: AbortSignal,
): Promise<LoginTrouble | null> => {
  try {
    await createClient(account, options).use({ signal }, noAction);
    return null;
  } catch (error) {
    return error instanceof LoginRefused ? 'destination_refused' : 'destination_down';
  }
};

export const imapDestination = (account: DestinationAccount, options: ImapDestinationOptions): MailDestination => {
  const client = createClient(account, options);
  let folders: ListResponse[] | undefined;

  const makeFolder = async (imap: ImapFlow, path: string, isSubscribed: boolean): Promise<void> => {
    await imap.mailboxCreate(path);
    if (!isSubscribed) await imap.mailboxUnsubscribe(path);
    folders = undefined;
  };

  return {
    id: `${imapAddress(options.server)} ${account.user}`,
    isAvailable: (signal) =>
      client.use({ signal }, noAction).then(
        () => true,
        () => false,
      ),
    prepare: async ({ name, folder = { parts: [name], use: null, isSubscribed: true } }, signal) => {
      try {
        const path = await client.use({ signal }, async (imap) => {
          folders ??= await imap.list();
          const target = targetPath(imap, folder, folders);
          if (!folders.some((found) => found.path === target)) await makeFolder(imap, target, folder.isSubscribed);
          return target;
        });
        return await client.use({ folder: { path, isWritable: true }, signal }, async (_imap, mailbox) => ({
          path,
          uidValidity: String(mailbox?.uidValidity),
          uidNext: mailbox?.uidNext ?? 1,
          permanentFlags: new Set([...(mailbox?.permanentFlags ?? [])].map((flag) => flag.toLowerCase())),
        }));
      } catch (error) {
        throw toItemFailure(error);
      }
    },
    list: (folder, signal) =>
      client.use({ folder: { path: folder.path }, signal }, async (imap) => {
        const uids = await imap.search({ all: true }, { uid: true });
        if (!Array.isArray(uids)) throw new ServerUnavailable('The server sent no list of messages.');
        return uids;
      }),
    find: (folder, first, signal) =>
      client.use({ folder: { path: folder.path }, signal }, async (imap) => {
        const found: FoundMessage[] = [];
        const query = { ...factsQuery, headers: ['message-id'] };
        // "9:*" also matches the last message if its UID is lower.
        for await (const one of imap.fetch(`${first}:*`, query, { uid: true }))
          if (one.uid >= first)
            found.push({ ...factsOf(one), uid: one.uid, messageId: messageIdOf(one.headers ?? Buffer.alloc(0)) });
        return found;
      }),
    append: (folder, message, signal) => appendMessage(client, folder, message, signal),
    read: async (folder, uids, signal) => {
      try {
        return await retryReading(() => readDigests(client, folder.path, uids, signal), signal);
      } catch (error) {
        if (!(error instanceof ItemFailed) || uids.length <= 1) throw error;
        // One message may be the cause.
        return [];
      }
    },
  };
};
