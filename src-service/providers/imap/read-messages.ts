import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FetchMessageObject, FetchQueryObject } from 'imapflow';
import { messageIdOf } from '../../content/message-id.ts';
import { ItemFailed, RateLimited, ServerUnavailable } from '../copy-ports.ts';
import { type FoundMessage, type MessageFacts, type ReadMessage, wholeMessageBytes } from '../mail-ports.ts';
import { CommandRefused } from './imap-faults.ts';
import { type ImapClient, NotConnected } from './imap-client.ts';

const partBytes = 1_048_576;
const maxTries = 3;
const pauseMs = 200;

export const factsQuery = { uid: true, flags: true, internalDate: true, size: true } as const;
/** The facts and the first bytes of a message, in one response. */
export const messageQuery = { ...factsQuery, source: { start: 0, maxLength: wholeMessageBytes } } as const;

export const factsOf = ({ flags = new Set(), internalDate, size, source }: FetchMessageObject): MessageFacts => ({
  // Some servers report a wrong size, so the size of a whole message is counted.
  size: source !== undefined && source.length < wholeMessageBytes ? source.length : (size ?? 0),
  flags: [...flags].filter((flag) => flag.toLowerCase() !== '\\recent'),
  receivedAt: new Date(internalDate ?? 0).getTime(),
});

/**
 * Retries a reading request. If the server still accepts connections but closes them during this request, the messages
 * count as the cause.
 */
export const retryReading = async <Result>(act: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      const isCut =
        error instanceof ServerUnavailable && !(error instanceof NotConnected || error instanceof RateLimited);
      if (!isCut || error instanceof CommandRefused) throw error;
      if (tries === maxTries) throw new ItemFailed('unreadable', error.message);
      await delay(pauseMs, undefined, { signal });
    }
  }
};

/** Yields the bytes of a message from `start` on. */
export async function* readParts(
  client: ImapClient,
  path: string,
  uid: number,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let from = start; ;) {
    const part = await retryReading(
      () =>
        client.use({ folder: { path }, signal }, (imap) => {
          const query: FetchQueryObject = { source: { start: from, maxLength: partBytes } };
          return imap.fetchOne(String(uid), query, { uid: true });
        }),
      signal,
    );
    const bytes = part === false ? undefined : part.source;
    if (bytes === undefined || bytes.length === 0) return;
    yield bytes;
    if (bytes.length < partBytes) return;
    from += bytes.length;
  }
}

/** Reads messages of a folder whole, to compute their digests. */
export const readDigests = async (
  client: ImapClient,
  path: string,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<readonly ReadMessage[]> => {
  const messages: (FoundMessage & { readonly start: Buffer })[] = [];
  await client.use({ folder: { path }, signal }, async (imap) => {
    for await (const found of imap.fetch(uids.join(','), messageQuery, { uid: true })) {
      const start = found.source ?? Buffer.alloc(0);
      messages.push({ ...factsOf(found), uid: found.uid, messageId: messageIdOf(start), start });
    }
  });
  const results: ReadMessage[] = [];
  for (const { start, ...found } of messages) {
    const hash = createHash('sha256').update(start);
    if (start.length >= wholeMessageBytes)
      for await (const part of readParts(client, path, found.uid, start.length, signal)) hash.update(part);
    results.push({ ...found, digest: hash.digest('hex') });
  }
  return results;
};
