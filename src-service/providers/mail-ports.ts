import type { Destination, SourceAccount, SourceCollection } from './copy-ports.ts';

/** Messages up to this size arrive with their first request. Larger ones are read in parts. */
export const wholeMessageBytes = 262_144;

export interface MessageFacts {
  readonly size: number;
  /** Flags and keywords, without `\Recent`. */
  readonly flags: readonly string[];
  /** INTERNALDATE in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface Message extends MessageFacts {
  /** Yields the message's bytes. At a source, each iteration starts at the first byte. */
  readonly content: AsyncIterable<Buffer>;
}

/** An account with messages. The ID of an item contains the folder's UIDVALIDITY and the message's UID. */
export interface MailAccount extends Omit<SourceAccount, 'read'> {
  /** Undefined if the message was deleted after listing. */
  readMessage(item: string, signal: AbortSignal): Promise<Message | undefined>;
}

/** A folder at the destination, as it was before the copy wrote to it. */
export interface MailFolder {
  readonly path: string;
  readonly uidValidity: string;
  /** Messages that arrive later have this UID or a higher one. */
  readonly uidNext: number;
  /** PERMANENTFLAGS in lower case. `\*` means any keyword. Undefined if the folder keeps all flags. */
  readonly permanentFlags: ReadonlySet<string> | undefined;
}

export interface FoundMessage extends MessageFacts {
  readonly uid: number;
  readonly messageId: string | undefined;
}

export interface ReadMessage extends FoundMessage {
  /** SHA-256 of the message's bytes. */
  readonly digest: string;
}

/** An account that a copy appends messages to. Methods throw LoginRefused or ServerUnavailable. */
export interface MailDestination {
  readonly id: string;
  /** Finds or creates the folder of a collection. @throws {ItemFailed} if the server refuses the folder */
  prepare(collection: SourceCollection, signal: AbortSignal): Promise<MailFolder>;
  /** Returns the UIDs of a folder. */
  list(folder: MailFolder, signal: AbortSignal): Promise<readonly number[]>;
  /** Returns the messages whose UID is `first` or higher. */
  find(folder: MailFolder, first: number, signal: AbortSignal): Promise<readonly FoundMessage[]>;
  /**
   * Appends a message, and returns its UID if the server reports it. After ServerUnavailable, the message may have
   * arrived. @throws {ItemFailed} if the server refuses the message
   */
  append(folder: MailFolder, message: Message, signal: AbortSignal): Promise<number | undefined>;
  /** Reads messages whole and returns their digests. Deleted messages are missing from the result. */
  read(folder: MailFolder, uids: readonly number[], signal: AbortSignal): Promise<readonly ReadMessage[]>;
  /** Checks user name and password, and that the server responds. */
  signIn(signal: AbortSignal): Promise<void>;
}

export type CopySource = SourceAccount | MailAccount;
export type CopyTarget = Destination | MailDestination;
