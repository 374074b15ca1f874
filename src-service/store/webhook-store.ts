import type { Attempt, Delivery, DeliveryState, DeliveryWithBody } from '#shared/webhooks-api/deliveries.ts';
import type { DisabledReason, Endpoint } from '#shared/webhooks-api/endpoints.ts';

/** Who changes an endpoint, for the audit log: `service`, `command line`, `session key`, or the id of a key or of a person. */
export interface ChangedBy {
  readonly by: string;
  readonly from?: string | undefined;
  /** The store's own time, milliseconds since 1970. */
  readonly now: number;
}

export interface NewEndpoint {
  readonly url: string;
  readonly description: string;
  readonly statuses: readonly string[] | null;
  /** `whsec_` and base64. It is kept as it is: the service signs with it. */
  readonly secret: string;
}

export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly statuses?: readonly string[] | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface DeliveryFilter {
  readonly endpoint?: string | undefined;
  readonly migration?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** `next` of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** A delivery that this instance tries now, and no other one does. */
export interface ClaimedDelivery {
  readonly organization: number;
  readonly number: number;
  readonly endpoint: string;
  readonly url: string;
  /** The newest first; two while a rotation's overlap lasts. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
  readonly tries: number;
  /** When it was due as it was claimed, by the clock of the organization; a replay puts it later. */
  readonly due: number;
  readonly claim: string;
}

export interface FinishedTry {
  readonly attempt: Omit<Attempt, 'at'>;
  /** Milliseconds to the next try; undefined where none comes. */
  readonly pause: number | undefined;
  readonly isDeleted: boolean;
}

export interface ClaimWanted {
  readonly now: number;
  /** Of this call; a delivery whose claim has ended is tried by whoever comes first. */
  readonly claim: string;
  readonly leaseMs: number;
  readonly limit: number;
  readonly perEndpoint: number;
  readonly perFailing: number;
  readonly perOrganization: number;
}

/** How much there is still to do. */
export interface WebhookBacklog {
  /** Events that no delivery was made of yet. */
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Endpoints, and the deliveries of events to them. Times of endpoints, deliveries and tries are by the clock of their
 * organization; `now` is the store's own time everywhere.
 */
export interface WebhookStore {
  list(organization: number, now: number): Promise<readonly Endpoint[]>;
  /** Undefined where the organization has as many as it may have. */
  add(organization: number, endpoint: NewEndpoint, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Undefined where there is no such one. */
  change(organization: number, id: string, changes: EndpointChanges, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Its log goes with it; false where there is no such one. */
  remove(organization: number, id: string, by: ChangedBy): Promise<boolean>;
  /** Gives an endpoint a new secret; the one before signs beside it for a day. The time at which that ends. */
  rotate(organization: number, id: string, secret: string, by: ChangedBy): Promise<string | undefined>;
  test(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  deliveries(
    organization: number,
    filter: DeliveryFilter,
  ): Promise<{ readonly results: readonly Delivery[]; readonly next: number | null }>;
  /** One of them with the bytes that it delivers; undefined where there is no such one. */
  delivery(organization: number, id: string): Promise<DeliveryWithBody | undefined>;
  replay(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  /** The same for deliveries of an endpoint that failed since a time; gives back how many. */
  replaySince(organization: number, id: string, since: number, by: ChangedBy): Promise<number | 'unknown' | 'disabled'>;
  find(id: string): Promise<{ readonly organization: number } | undefined>;

  /** Makes deliveries of events, in their order; gives back of how many events. */
  fanOut(now: number, limit: number): Promise<number>;
  /** Claims deliveries that are due: of an endpoint and a migration one at a time, the older event first. */
  claim(wanted: ClaimWanted): Promise<readonly ClaimedDelivery[]>;
  /** Keeps a try; says why the endpoint was disabled by it. Nothing where the claim has ended meanwhile. */
  finish(claimed: ClaimedDelivery, done: FinishedTry, now: number): Promise<DisabledReason | undefined>;
  /** Gives deliveries back without a try whose claim begins so; without a begin those of all. */
  release(start: string | undefined): Promise<void>;
  /** Ends what waits for disabled endpoints and drops what is left of removed ones; gives back how many rows. */
  sweep(limit: number): Promise<number>;
  /** Drops deliveries that are older than they are kept, and their tries; gives back how many. */
  forget(now: number, limit: number): Promise<number>;
  backlog(): Promise<WebhookBacklog>;
}
