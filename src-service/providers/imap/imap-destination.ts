import type { ListResponse } from 'imapflow';
import { messageIdOf } from '../../content/message-id.ts';
import { ItemFailed, LoginRefused, ServerUnavailable } from '../copy-ports.ts';
import type { DestinationAccount } from '../destination-accounts.ts';
import type { MailDestination } from '../mail-ports.ts';
import type { AdapterOptions } from '../source-provider.ts';
import { appendMessage } from './append-message.ts';
import { createImapClient, type ImapClient } from './imap-client.ts';
import { toItemFailure } from './imap-faults.ts';
import { targetPath } from './imap-folders.ts';
import { imapAddress, type ImapServer } from '../imap-server.ts';
import { factsOf, factsQuery, listUids, readDigests, retryReading } from './read-messages.ts';

const noHeader = Buffer.alloc(0);

export const imapDestination = (
  { user, password, isOfEndUser = false }: DestinationAccount,
  server: ImapServer,
  { rules }: AdapterOptions,
): MailDestination => {
  const ownClient = createImapClient({ server, user, password, rules });
  const client: ImapClient = {
    use: (options, act) =>
      ownClient.use(options, act).catch((error: unknown) => {
        // A rejected password of the operator isn't LoginRefused, because an end user can't correct it.
        if (error instanceof LoginRefused && !isOfEndUser)
          throw new ServerUnavailable('The destination rejected the user name or password in the providers file.');
        throw error;
      }),
  };
  let folders: ListResponse[] | undefined;

  return {
    id: `${imapAddress(server)} ${user}`,
    signIn: (signal) => client.use({ signal }, (imap) => imap.noop()),
    prepare: async ({ name, folder = { parts: [name], use: null, isSubscribed: true } }, signal) => {
      try {
        return await client.use({ signal }, async (imap) => {
          folders ??= await imap.list();
          const path = targetPath(imap, folder, folders);
          if (!folders.some((found) => found.path === path)) {
            const { created } = await imap.mailboxCreate(path);
            if (created && !folder.isSubscribed) await imap.mailboxUnsubscribe(path);
            folders = undefined;
          }
          // SELECT, because EXAMINE reports no PERMANENTFLAGS.
          const { uidValidity, uidNext, permanentFlags } = await imap.mailboxOpen(path);
          return {
            path,
            uidValidity: String(uidValidity),
            uidNext: uidNext ?? 1,
            permanentFlags: permanentFlags && new Set([...permanentFlags].map((flag) => flag.toLowerCase())),
          };
        });
      } catch (error) {
        throw toItemFailure(error);
      }
    },
    list: (folder, signal) => client.use({ folder, signal }, listUids),
    find: (folder, first, signal) =>
      client.use({ folder, signal }, async (imap) => {
        // A server may report new messages of an open folder only in response to this command.
        await imap.noop();
        const found = await imap.fetchAll(`${first}:*`, { ...factsQuery, headers: ['message-id'] }, { uid: true });
        // "9:*" also matches the last message if its UID is lower.
        return found.flatMap((one) =>
          one.uid < first ? [] : [{ ...factsOf(one), uid: one.uid, messageId: messageIdOf(one.headers ?? noHeader) }],
        );
      }),
    append: (folder, message, signal) => appendMessage(client, folder, message, signal),
    read: async (folder, uids, signal) => {
      try {
        return await retryReading(() => readDigests(client, folder, uids, signal), signal);
      } catch (error) {
        if (!(error instanceof ItemFailed) || uids.length <= 1) throw error;
        // One message may be the cause.
        return [];
      }
    },
  };
};
