import { setTimeout as delay } from 'node:timers/promises';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { describeMessage } from '../../content/message-id.ts';
import { ConnectionCut, ItemFailed, ServerUnavailable } from '../copy-ports.ts';
import {
  type MailFolder,
  type Message,
  type MessageFacts,
  type ReadMessage,
  wholeMessageBytes,
} from '../mail-ports.ts';
import { CommandRefused } from './imap-faults.ts';
import { type ImapClient, requestTimeoutMs } from './imap-client.ts';

const partBytes = 1_048_576;
const maxTries = 3;
const pauseMs = 200;

export type Folder = Pick<MailFolder, 'path' | 'uidValidity'>;

export const factsQuery = { uid: true, flags: true, internalDate: true, size: true } as const;
const messageQuery = { ...factsQuery, source: { start: 0, maxLength: wholeMessageBytes } } as const;

/** Returns messages by UID. Empty if the folder has another UIDVALIDITY, because the UIDs then belong to others. */
export const fetchMessages = async (
  client: ImapClient,
  { path, uidValidity }: Folder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, FetchMessageObject>> => {
  const options = { folder: { path }, signal, timeoutMs: requestTimeoutMs * uids.length };
  const found = await client.use(options, async (imap, mailbox) =>
    String(mailbox?.uidValidity) === uidValidity ? imap.fetchAll(uids.join(','), messageQuery, { uid: true }) : [],
  );
  return new Map(found.filter(({ source }) => source !== undefined).map((one) => [one.uid, one]));
};

export const factsOf = ({ flags = new Set(), internalDate, size, source }: FetchMessageObject): MessageFacts => ({
  // Some servers report a wrong size, so the size of a whole message is counted.
  size: source !== undefined && source.length < wholeMessageBytes ? source.length : (size ?? 0),
  flags: [...flags].filter((flag) => flag.toLowerCase() !== '\\recent'),
  receivedAt: new Date(internalDate ?? 0).getTime() || 0,
});

/** Retries a read. If the server accepts connections but fails this request, the messages count as the cause. */
export const retryReading = async <Result>(act: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (error instanceof CommandRefused) throw new ItemFailed('unreadable', error.detail);
      if (!(error instanceof ConnectionCut)) throw error;
      if (tries === maxTries) throw new ItemFailed('unreadable', error.message);
      await delay(pauseMs, undefined, { signal });
    }
  }
};

/** Returns a message of `fetchMessages`. Each iteration fetches the rest in parts. */
export const messageOf = (
  client: ImapClient,
  folder: Folder,
  found: FetchMessageObject,
  signal: AbortSignal,
): Message => {
  const { source: start = Buffer.alloc(0), uid } = found;
  const content = async function* () {
    yield start;
    if (start.length < wholeMessageBytes) return;
    for (let from = start.length; ;) {
      const query = { source: { start: from, maxLength: partBytes } };
      const fetchPart = () =>
        client.use({ folder, signal }, (imap) => imap.fetchOne(String(uid), query, { uid: true }));
      const { source } = (await retryReading(fetchPart, signal)) || {};
      if (source === undefined || source.length === 0) return;
      yield source;
      if (source.length < partBytes) return;
      from += source.length;
    }
  };
  return { ...factsOf(found), content: { [Symbol.asyncIterator]: content } };
};

export const readDigests = async (
  client: ImapClient,
  folder: Folder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<readonly ReadMessage[]> => {
  if (uids.length === 0) return [];
  const found = await client.use({ folder, signal, timeoutMs: requestTimeoutMs * uids.length }, (imap) =>
    imap.fetchAll(uids.join(','), messageQuery, { uid: true }),
  );
  const results: ReadMessage[] = [];
  for (const one of found) {
    const { content, ...facts } = messageOf(client, folder, one, signal);
    results.push({ ...facts, uid: one.uid, ...(await describeMessage(content)) });
  }
  return results;
};

export const listUids = async (imap: ImapFlow): Promise<readonly number[]> => {
  // A server may report new messages of an open folder only in response to this command.
  await imap.noop();
  const uids = await imap.search({ all: true }, { uid: true });
  if (!Array.isArray(uids)) throw new ServerUnavailable('The server sent no list of messages.');
  return uids;
};
