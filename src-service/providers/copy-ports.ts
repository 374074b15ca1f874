import { plainName } from '#shared/plain-name.ts';
import type { Meeting } from '../content/describe-item.ts';
import type { AccountOwner } from './destination-accounts.ts';

export type CollectionKind = 'contacts' | 'events' | 'messages';
export type DavKind = Exclude<CollectionKind, 'messages'>;

/** Position of a mail folder in its account, independent of the server's delimiter and namespace. */
export interface FolderPlace {
  readonly parts: readonly string[];
  /** Special use by RFC 6154, such as `\\Sent`. */
  readonly use: string | null;
  readonly isSubscribed: boolean;
}

export interface SourceCollection {
  readonly id: string;
  readonly name: string;
  readonly kind: CollectionKind;
  /** Null if the login reached its limit of time or list size before counting. */
  readonly count: number | null;
  /** Set for the kind `messages`. */
  readonly folder?: FolderPlace | undefined;
}

const maxNameCharacters = 200;

/** Removes invisible characters and those that the store and XML reject, and limits the length. */
export const collectionName = (written: string | undefined): string | undefined =>
  (written && plainName(written).slice(0, maxNameCharacters).toWellFormed()) || undefined;

/** An item of a list. `revision` changes with the content, like a strong ETag. Undefined if the server sends none. */
export interface ListedItem {
  readonly id: string;
  readonly revision?: string | undefined;
}

/** An item's content and its revision, as in a list. */
export interface ReadItem {
  readonly content: Buffer;
  readonly revision?: string | undefined;
}

/** A signed-in account. Methods throw LoginRefused, ServerUnavailable or CollectionForbidden. */
export interface SourceAccount {
  /** The same ID at each sign-in. */
  readonly id: string;
  readonly owner?: AccountOwner;
  /** Lists the collections. On abort, uncounted collections get null; rejects if no collection was found by then. */
  collections(signal: AbortSignal): Promise<readonly SourceCollection[]>;
  /** Yields the items of a collection. `read` takes their IDs. */
  items(collection: string, signal: AbortSignal): AsyncIterable<ListedItem>;
  /** Undefined if the item was deleted after listing. */
  read(item: string, signal: AbortSignal): Promise<ReadItem | undefined>;
}

/** An item at the destination. */
export interface WrittenItem extends ReadItem {
  readonly revision: string;
}

/** Why an item failed. `forbidden`: the source denies access to the whole collection. */
export type FailureReason =
  | 'vanished'
  | 'forbidden'
  | 'unreadable'
  | 'too_large'
  | 'no_space'
  | 'refused'
  | 'duplicate'
  | 'would_invite'
  | 'server_error'
  | 'lost'
  | 'unverified';

/** `occupied`: the path has an item; with `replaces`, an item of another revision. */
export type WriteOutcome = 'written' | 'occupied';

export interface Scheduling {
  /** True if each meeting needs SCHEDULE-AGENT=CLIENT. Otherwise, the adapter disables invitations in each write. */
  readonly byAgent: boolean;
  /** Whether writing this meeting still sends invitations or replies. The copy doesn't write such a meeting. */
  readonly sendsAnyway: (meeting: Meeting, isUpdate: boolean) => boolean;
}

/**
 * An account that a copy writes to. Methods throw LoginRefused or ServerUnavailable.
 * @example
 * const path = await destination.prepare('a1b2', collection, signal);
 * const place = placeOf(path, 'c3d4', 'contacts');
 * if ((await destination.write(place, card, { signal })) === 'written') await destination.read(place, signal);
 */
export interface Destination {
  readonly id: string;
  /** Creates the collection of `key` unless it exists, and returns its path. */
  prepare(key: string, collection: SourceCollection, signal: AbortSignal): Promise<string>;
  /** Returns the paths of all items in a collection from `prepare`, with their revisions. */
  taken(collectionPath: string, signal: AbortSignal): Promise<ReadonlyMap<string, ReadItem['revision']>>;
  /**
   * Writes an item at a path from `placeOf` if the path is free, or if its item has the revision `replaces`.
   * @throws {ItemFailed} if the destination does not accept the item
   */
  write(
    place: string,
    content: Buffer,
    options: { readonly replaces?: string | undefined; readonly signal: AbortSignal },
  ): Promise<WriteOutcome>;
  /** Returns an item and its revision. Undefined if the path is free. */
  read(place: string, signal: AbortSignal): Promise<WrittenItem | undefined>;
  /** Returns how to prevent invitations in a collection. Undefined or omitted if the server sends none. */
  scheduling?(collectionPath: string, signal: AbortSignal): Promise<Scheduling | undefined>;
  /** Checks user name and password. Needed only if the end user enters them. */
  signIn?(signal: AbortSignal): Promise<void>;
  /** Reads several items of a collection in one request. The copy reads items missing from the result one by one. */
  readTogether?(places: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ReadItem>>;
}

/** Returns the path of an item in a collection from `prepare`. The key has only letters and digits. */
export const placeOf = (collectionPath: string, key: string, kind: CollectionKind): string =>
  `${collectionPath}${key}${kind === 'contacts' ? '.vcf' : '.ics'}`;

export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** The server doesn't respond, or reports a temporary error. The copy retries. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable';
  /** True only if the connection failed before it was used, so the server can't have received the password. */
  isUnsent?: boolean;
}

/** The response is missing or incomplete. The server is down, or closes the connection because of this item. */
export class ConnectionCut extends ServerUnavailable {}

export class RateLimited extends ServerUnavailable {}

/** A list is too long for this service. Retrying doesn't help. */
export class ListTooLong extends Error {
  override readonly name = 'ListTooLong';
}

/** A failure of one item. Other items aren't affected. */
export class ItemFailed extends Error {
  override readonly name = 'ItemFailed';
  readonly reason: FailureReason;
  readonly detail: string | null;

  constructor(reason: FailureReason, detail: string | null = null) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The source denies access to one collection, or to every item in it. Other collections aren't affected. */
export class CollectionForbidden extends ItemFailed {
  constructor() {
    super('forbidden');
  }
}
