import { ImapFlow, type ImapFlowOptions, type MailboxObject } from 'imapflow';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import { guardedLookup } from '../../webhooks/guarded-lookup.ts';
import { createResolve } from '../../webhooks/resolve-name.ts';
import { RateLimited, ServerUnavailable } from '../copy-ports.ts';
import type { MailFolder } from '../mail-ports.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { toCopyError } from './imap-faults.ts';
import { type ImapServer, portOf } from '../imap-server.ts';

/** Connections per account and side. Servers allow about ten, and the user's own programs need some. */
const maxConnections = 3;
const idleMs = 5_000;
const connectTimeoutMs = 10_000;
export const requestTimeoutMs = 60_000;
const mebibyte = 1_048_576;
/** Limits of one response: a part of a message, or the list of a large account. */
const limits = { maxLineLength: 16 * mebibyte, maxLiteralSize: 4 * mebibyte, maxResponseSize: 20 * mebibyte };

/** With `uidValidity`, the call fails if the folder's UIDs have become invalid. */
type OpenFolder = Pick<MailFolder, 'path'> & Partial<Pick<MailFolder, 'uidValidity'>>;

interface UseOptions {
  readonly folder?: OpenFolder | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

type Act<Result> = (client: ImapFlow, mailbox: MailboxObject | undefined, signal: AbortSignal) => Promise<Result>;

export interface ImapClient {
  /** Runs `act` alone on a connection, in a folder if `folder` is set. */
  use<Result>(options: UseOptions, act: Act<Result>): Promise<Result>;
}

interface ImapClientOptions {
  readonly server: ImapServer;
  readonly user: string;
  readonly password: string;
  readonly rules: AddressRules;
}

const connect = async (
  { server, user, password, rules }: ImapClientOptions,
  signal: AbortSignal,
): Promise<ImapFlow> => {
  const { host, tls } = server;
  const options: ImapFlowOptions = {
    host,
    port: portOf(server),
    secure: tls === 'implicit',
    doSTARTTLS: tls === 'implicit' ? undefined : tls === 'starttls',
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: 'Ferry' },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: requestTimeoutMs,
    ...limits,
    // imapflow passes these to `net.connect`, too.
    tls: { lookup: guardedLookup(rules, createResolve(), signal) } as ImapFlowOptions['tls'],
  };
  const client = new ImapFlow(options);
  // The failing command reports the error.
  client.on('error', () => {});
  const close = (): void => client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    return client;
  } catch (error) {
    signal.throwIfAborted();
    const isUnsent = client.stats().sent === 0;
    client.close();
    const fault = toCopyError(error);
    if (!(fault instanceof ServerUnavailable)) throw fault;
    // No item is the cause of a failed connection, so this isn't ConnectionCut.
    throw Object.assign(fault instanceof RateLimited ? fault : new ServerUnavailable(fault.message), { isUnsent });
  } finally {
    signal.removeEventListener('abort', close);
  }
};

interface Connection {
  readonly client: ImapFlow;
  timer?: NodeJS.Timeout;
}

const openFolder = async (client: ImapFlow, { path, uidValidity }: OpenFolder): Promise<MailboxObject> => {
  const isValid = (mailbox: MailboxObject): boolean =>
    uidValidity === undefined || String(mailbox.uidValidity) === uidValidity;
  const { mailbox: current } = client;
  if (current !== false && current.path === path && isValid(current)) return current;
  // EXAMINE, which changes nothing.
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  if (!isValid(mailbox)) throw new ServerUnavailable('A folder was created again during the copy.');
  return mailbox;
};

/** Keeps up to three connections of one account, and closes a connection after 5 s without a command. */
export const createImapClient = (options: ImapClientOptions): ImapClient => {
  const idle: Connection[] = [];
  let waiting: (() => void)[] = [];
  let count = 0;
  let maxCount = maxConnections;
  const wakeAll = (): void => {
    const all = waiting;
    waiting = [];
    for (const wake of all) wake();
  };
  const remove = ({ timer }: Connection): void => {
    clearTimeout(timer);
    count--;
    maxCount = maxConnections;
  };

  const open = async (signal: AbortSignal): Promise<Connection | undefined> => {
    count++;
    try {
      return { client: await connect(options, signal) };
    } catch (error) {
      count--;
      if (count === 0 || signal.aborted || !(error instanceof ServerUnavailable)) throw error;
      // Some servers allow fewer connections. The copy continues with the open connections.
      maxCount = count;
      return undefined;
    } finally {
      wakeAll();
    }
  };

  const take = async (path: string | undefined, signal: AbortSignal): Promise<Connection> => {
    for (;;) {
      signal.throwIfAborted();
      const index = idle.findLastIndex(({ client }) => client.mailbox !== false && client.mailbox.path === path);
      const [connection] = idle.splice(Math.max(index, 0), 1);
      if (connection?.client.usable) {
        clearTimeout(connection.timer);
        return connection;
      }
      if (connection !== undefined) {
        remove(connection);
        continue;
      }
      const opened = count < maxCount ? await open(signal) : undefined;
      if (opened !== undefined) return opened;
      if (idle.length === 0 && count >= maxCount)
        await unlessAborted(new Promise<void>((resolve) => waiting.push(resolve)), signal);
    }
  };

  const release = (connection: Connection): void => {
    const { client } = connection;
    if (client.usable) {
      idle.push(connection);
      connection.timer = setTimeout(() => {
        idle.splice(idle.indexOf(connection), 1);
        remove(connection);
        client.logout().catch(() => client.close());
      }, idleMs).unref();
    } else {
      remove(connection);
      client.close();
    }
    wakeAll();
  };

  return {
    use: async ({ folder, signal: outer, timeoutMs = requestTimeoutMs }, act) => {
      const connection = await take(folder?.path, outer);
      const { client } = connection;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      const signal = AbortSignal.any([outer, deadline.signal]);
      const close = (): void => client.close();
      signal.addEventListener('abort', close, { once: true });
      try {
        return await act(client, folder && (await openFolder(client, folder)), signal);
      } catch (error) {
        outer.throwIfAborted();
        throw toCopyError(error);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', close);
        release(connection);
      }
    },
  };
};
