import type { z } from 'zod';
import type { Attempt, deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import type { DisabledReason, newEndpointSchema } from '#shared/webhooks-api/endpoints.ts';

/** The secret is `whsec_` and base64. Stored without hashing, because the service signs with the secret. */
export type NewEndpoint = z.output<typeof newEndpointSchema> & { readonly secret: string };

export type DeliveryFilter = z.output<typeof deliveryQuerySchema>;

/** A delivery that only this instance may attempt now. */
export interface ClaimedDelivery {
  readonly organization: number;
  readonly number: number;
  readonly endpoint: string;
  readonly url: string;
  /** Newest first. Contains two secrets during the overlap of a rotation. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
  readonly tries: number;
  /** Due time at the claim, by the organization's clock. A replay sets a later time. */
  readonly due: number;
  readonly claim: string;
}

export interface FinishedAttempt {
  readonly attempt: Omit<Attempt, 'at'>;
  /** Milliseconds until the next attempt. Undefined after the last attempt. */
  readonly pause: number | undefined;
  readonly isDeleted: boolean;
}

export interface DisabledEndpoint {
  readonly endpoint: string;
  readonly reason: DisabledReason;
}

export interface ClaimOptions {
  readonly now: number;
  /** ID of this claim. Any instance may retry a delivery whose claim has expired. */
  readonly claim: string;
  readonly leaseMs: number;
  readonly limit: number;
  readonly perEndpoint: number;
  readonly perFailing: number;
  readonly perOrganization: number;
}

export interface WebhookBacklog {
  /** Events without deliveries yet. */
  readonly events: number;
  readonly deliveries: number;
  /** Age of the oldest pending delivery, in milliseconds. 0 if none is pending. */
  readonly oldestMs: number;
}
