import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { encodePath, formatDateTime, formatFlag } from 'imapflow/lib/tools.js';
import { ConnectionCut, ItemFailed } from '../copy-ports.ts';
import { type MailFolder, type Message, wholeMessageBytes } from '../mail-ports.ts';
import { type ImapClient, requestTimeoutMs } from './imap-client.ts';
import { toCopyError, toItemFailure } from './imap-faults.ts';

const extraMsPerMiB = 15_000;
const mebibyte = 1_048_576;

interface ResponseCode {
  readonly section?: readonly { readonly value?: unknown }[];
}

/** Parts of imapflow without types. Its own `append` needs the whole message in memory. */
interface RawImap {
  exec(
    command: string,
    attributes: readonly unknown[],
    options: { readonly onPlusTag?: () => Promise<void>; readonly onSend?: () => void },
  ): Promise<{ readonly response: { readonly attributes?: readonly ResponseCode[] }; readonly next: () => void }>;
  readonly writeSocket: Writable;
}

const waitForDrain = async (socket: Writable, signal: AbortSignal): Promise<void> => {
  const settled = new AbortController();
  const either = { signal: AbortSignal.any([signal, settled.signal]) };
  await Promise.race([once(socket, 'drain', either), once(socket, 'close', either)]).finally(() => settled.abort());
  if (socket.destroyed) throw new ConnectionCut('The server closed the connection.');
};

const sendContent = async (socket: Writable, { content, size }: Message, signal: AbortSignal): Promise<void> => {
  let sentBytes = 0;
  for await (const part of content) {
    sentBytes += part.length;
    if (sentBytes > size) break;
    if (!socket.write(part)) await waitForDrain(socket, signal);
  }
  // The server waits for the announced number of bytes, so this connection can't be used any more.
  if (sentBytes !== size)
    throw new ItemFailed('unreadable', `The source announced ${size} bytes but sent a different number.`);
  socket.write('\r\n');
};

const uidOf = (attributes: readonly ResponseCode[] = [], uidValidity: string): number | undefined => {
  const [name, validity, uid] = attributes[0]?.section ?? [];
  const isKnown = String(name?.value).toUpperCase() === 'APPENDUID' && String(validity?.value) === uidValidity;
  return isKnown ? Number(uid?.value) || undefined : undefined;
};

/** Appends a message as a stream. Returns its UID if the server supports UIDPLUS. */
export const appendMessage = (
  client: ImapClient,
  { path, uidValidity, permanentFlags }: MailFolder,
  message: Message,
  outer: AbortSignal,
): Promise<number | undefined> => {
  const timeoutMs = Math.ceil(requestTimeoutMs + (message.size / mebibyte) * extraMsPerMiB);
  return client.use({ signal: outer, timeoutMs }, async (imap: ImapFlow, _mailbox, signal) => {
    const limit = imap.capabilities.get('APPENDLIMIT');
    if (typeof limit === 'number' && message.size > limit) throw new ItemFailed('too_large', `APPENDLIMIT ${limit}`);
    const raw = imap as unknown as RawImap;
    const isPermanent = (flag: string): boolean =>
      permanentFlags === undefined ||
      permanentFlags.has(flag.toLowerCase()) ||
      (!flag.startsWith('\\') && permanentFlags.has('\\*'));
    const flags = message.flags.filter(isPermanent).flatMap((flag) => formatFlag(flag) || []);
    let failure: unknown;
    let isSending = false;
    const send = async (): Promise<void> => {
      isSending = true;
      try {
        await sendContent(raw.writeSocket, message, signal);
      } catch (error) {
        failure = error;
        imap.close();
      } finally {
        isSending = false;
      }
    };
    // With LITERAL+ (RFC 7888), the message follows its command without waiting for the server. A large message waits,
    // so that the server can refuse it before it is sent.
    const isImmediate = imap.capabilities.has('LITERAL+') && message.size < wholeMessageBytes;
    let sending: Promise<void> | undefined;
    const attributes = [
      { type: 'ATOM', value: encodePath(imap, path) },
      flags.map((value) => ({ type: 'ATOM', value })),
      { type: 'STRING', value: formatDateTime(new Date(message.receivedAt)) },
      // Announces a literal without passing it, so that `send` can send it in parts.
      { type: 'TEXT', value: `{${message.size}${isImmediate ? '+' : ''}}` },
    ];
    if (isImmediate) {
      // Sends the command and a small message with one write.
      const socket = raw.writeSocket;
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    try {
      const { response, next } = await raw.exec(
        'APPEND',
        attributes,
        isImmediate ? { onSend: () => void (sending = send()) } : { onPlusTag: send },
      );
      next();
      await sending;
      return uidOf(response.attributes, uidValidity);
    } catch (error) {
      // The server would read the next command as the rest of this message.
      if (isSending) imap.close();
      outer.throwIfAborted();
      if (failure !== undefined && !signal.aborted) throw failure;
      throw toItemFailure(toCopyError(error));
    }
  });
};
