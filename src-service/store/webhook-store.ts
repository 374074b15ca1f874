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
  /** `next` of the previous page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** A delivery that only this instance may attempt now. */
export interface ClaimedDelivery {
  readonly organization: number;
  readonly number: number;
  readonly endpoint: string;
  readonly url: string;
  /** Newest first. Two secrets during the overlap of a rotation. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
  readonly tries: number;
  /** Due time when it was claimed, by the organization's clock. A replay sets a later one. */
  readonly due: number;
  readonly claim: string;
}

export interface FinishedTry {
  readonly attempt: Omit<Attempt, 'at'>;
  /** Milliseconds until the next attempt. Undefined if there is none. */
  readonly pause: number | undefined;
  readonly isDeleted: boolean;
}

export interface DisabledEndpoint {
  readonly endpoint: string;
  readonly reason: DisabledReason;
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
  /** Events that deliveries haven't been created for yet. */
  readonly events: number;
  readonly deliveries: number;
  /** Age of the oldest pending delivery, in milliseconds. 0 if none is pending. */
  readonly oldestMs: number;
}

/** Webhook endpoints and deliveries. Times are by the organization's clock, `now` is the store's own. */
export interface WebhookStore {
  /** Returns the organization's endpoints. */
  list(organization: number, now: number): Promise<readonly Endpoint[]>;
  /** Undefined at the maximum number of endpoints. */
  add(organization: number, endpoint: NewEndpoint, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Changes an endpoint. Undefined if it doesn't exist. */
  change(organization: number, id: string, changes: EndpointChanges, by: ChangedBy): Promise<Endpoint | undefined>;
  /** Also deletes its deliveries. Returns false if the endpoint doesn't exist. */
  remove(organization: number, id: string, by: ChangedBy): Promise<boolean>;
  /** Sets a new secret; the previous one also signs for a day. Returns the end of that overlap. */
  rotate(organization: number, id: string, secret: string, by: ChangedBy): Promise<string | undefined>;
  /** Creates the delivery of a test event. */
  test(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  /** Returns a page of deliveries, newest first. `next` is null on the last page. */
  deliveries(
    organization: number,
    filter: DeliveryFilter,
  ): Promise<{ readonly results: readonly Delivery[]; readonly next: number | null }>;
  /** A delivery with its exact bytes. Undefined if it doesn't exist. */
  delivery(organization: number, id: string): Promise<DeliveryWithBody | undefined>;
  /** Makes a delivery due now. */
  replay(organization: number, id: string, by: ChangedBy): Promise<Delivery | 'unknown' | 'disabled'>;
  /** Retries an endpoint's deliveries whose last attempt failed since a time, also those that wait for their next one. Returns their number. */
  replaySince(organization: number, id: string, since: number, by: ChangedBy): Promise<number | 'unknown' | 'disabled'>;
  /** Returns the organization of an endpoint. Undefined if it doesn't exist. */
  find(id: string): Promise<{ readonly organization: number } | undefined>;

  /** Creates deliveries for events, in order. Returns the number of events. */
  fanOut(now: number, limit: number): Promise<number>;
  /** Claims due deliveries. Each waits until earlier events of its migration are delivered or given up. */
  claim(wanted: ClaimWanted): Promise<readonly ClaimedDelivery[]>;
  /** Stores attempts whose claim hasn't expired. Returns the endpoints that they disabled. */
  finish(
    tries: readonly (readonly [ClaimedDelivery, FinishedTry])[],
    now: number,
  ): Promise<readonly DisabledEndpoint[]>;
  /** Releases claims that start with `start`, or all claims, without an attempt. */
  release(start: string | undefined): Promise<void>;
  /** Fails deliveries of disabled endpoints and deletes rows of removed ones. Returns the number of rows. */
  sweep(limit: number): Promise<number>;
  /** Deletes expired deliveries with their attempts. Returns the number of deliveries. */
  forget(now: number, limit: number): Promise<number>;
  /** Counts the pending events and deliveries of all organizations. */
  backlog(now: number): Promise<WebhookBacklog>;
}
