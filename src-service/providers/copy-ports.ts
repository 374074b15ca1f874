import type { AccountOwner } from './destination-accounts.ts';

/** What is copied: cards of people, or entries of a calendar. */
export type CollectionKind = 'contacts' | 'events';

export interface SourceCollection {
  readonly id: string;
  readonly name: string;
  readonly kind: CollectionKind;
  /** Null if counting took longer than a login may take. */
  readonly count: number | null;
}

export interface SourceAccount {
  readonly id: string;
  readonly owner?: AccountOwner;
  /** What is not counted yet when the signal comes has no count; before anything is found it ends the call. */
  collections(signal: AbortSignal): Promise<readonly SourceCollection[]>;
  items(collection: string, signal: AbortSignal): AsyncIterable<string>;
  /** Content of an item. Undefined if it was deleted after listing. */
  read(item: string, signal: AbortSignal): Promise<Buffer | undefined>;
}

export interface WrittenItem {
  readonly content: Buffer;
  readonly revision: string;
}

/** `forbidden`: the source denies access to the whole collection. */
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

/** `occupied`: the place has an item, or another revision than `replaces`. */
export type WriteOutcome = 'written' | 'occupied';

export interface Scheduling {
  /** Meetings name the client as their scheduling agent; else the adapter switches invitations off with each write. */
  readonly byAgent: boolean;
  readonly repliesFor: readonly string[];
}

export interface Destination {
  readonly id: string;
  /** Makes room for a collection, once however often it is called; gives back where its items stand. */
  prepare(key: string, collection: SourceCollection, signal: AbortSignal): Promise<string>;
  /** The places in what `prepare` gave back where something stands. */
  taken(room: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Writes an item at a place that is derived from `key`, if the place is empty or has the revision `replaces`.
   *
   * @throws {ItemFailed} if the destination does not accept the item
   */
  write(
    place: string,
    content: Buffer,
    options: { readonly replaces?: string | undefined; readonly signal: AbortSignal },
  ): Promise<WriteOutcome>;
  read(place: string, signal: AbortSignal): Promise<WrittenItem | undefined>;
  /** How invitations are prevented in a collection. Undefined, or left out, if the server sends none. */
  scheduling?(room: string, signal: AbortSignal): Promise<Scheduling | undefined>;
  /**
   * Reads several items of one collection in one request. The copy reads omitted items one by one. Optional for
   * adapters.
   */
  readTogether?(places: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Buffer>>;
}

/** The place of an item in what `prepare` gave back, by a key of letters and digits. */
export const placeOf = (room: string, key: string, kind: CollectionKind): string =>
  `${room}${key}${kind === 'contacts' ? '.vcf' : '.ics'}`;

/** The account no longer takes the log-in that it was opened with. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** The server doesn't respond, or reports a temporary error. The copy retries. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

/** A list is longer than this service reads: waiting does not help. */
export class ListTooLong extends Error {
  override readonly name = 'ListTooLong';
}

/** One item cannot be read or written, and the others can: it fails alone. */
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

/** The source forbids a collection, be it its list or each of its items, and gives others: it fails alone. */
export class CollectionForbidden extends ItemFailed {
  constructor() {
    super('forbidden');
  }
}
