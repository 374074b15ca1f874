import type { Attempt, Delivery, DeliveryState, DeliveryWithBody } from '#shared/webhooks-api/deliveries.ts';
import type { DisabledReason, Endpoint } from '#shared/webhooks-api/endpoints.ts';

/** Actor for the audit log: `service`, `command line`, `session key`, a key ID or a user ID. */
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
  /** `whsec_` and base64. Stored unhashed, because the service signs with it. */
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
  /** ID of this claim. Any instance may retry a delivery whose claim has expired. */
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
  /** Undefined at the maximum number of endpoints. */
  add(organization: number, endpoint: NewEndpoint, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Undefined if the endpoint doesn't exist. */
  change(organization: number, id: string, changes: EndpointChanges, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Also deletes its deliveries. Returns false if the endpoint doesn't exist. */
  remove(organization: number, id: string, by: ChangedBy): Promise<boolean>;
  /** Sets a new secret; the previous one also signs for a day. Returns the end of that overlap. */
  rotate(organization: number, id: string, secret: string, by: ChangedBy): Promise<string | undefined>;
  test(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  deliveries(
    organization: number,
    filter: DeliveryFilter,
  ): Promise<{ readonly results: readonly Delivery[]; readonly next: number | null }>;
  /** A delivery with its exact bytes. Undefined if it doesn't exist. */
  delivery(organization: number, id: string): Promise<DeliveryWithBody | undefined>;
  replay(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  /** The same for deliveries of an endpoint that failed since a time; gives back how many. */
  replaySince(organization: number, id: string, since: number, by: ChangedBy): Promise<number | 'unknown' | 'disabled'>;
  find(id: string): Promise<{ readonly organization: number } | undefined>;

  /** Makes deliveries of events, in their order; gives back of how many events. */
  fanOut(now: number, limit: number): Promise<number>;
  /** Claims deliveries that are due: of an endpoint and a migration one at a time, the older event first. */
  claim(wanted: ClaimWanted): Promise<readonly ClaimedDelivery[]>;
  /** Stores an attempt. Returns the reason if it disabled the endpoint. Does nothing after the claim expired. */
  finish(claimed: ClaimedDelivery, done: FinishedTry, now: number): Promise<DisabledReason | undefined>;
  /** Gives deliveries back without a try whose claim begins so; without a begin those of all. */
  release(start: string | undefined): Promise<void>;
  /** Fails deliveries of disabled endpoints and deletes rows of removed ones. Returns the number of rows. */
  sweep(limit: number): Promise<number>;
  /** Deletes expired deliveries with their attempts. Returns the number of deliveries. */
  forget(now: number, limit: number): Promise<number>;
  backlog(): Promise<WebhookBacklog>;
}
