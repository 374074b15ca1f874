import { z } from 'zod';
import { deliveryStates, deliveryWithBodySchema } from '../webhooks-api/deliveries.ts';
import {
  createdEndpointSchema,
  endpointListSchema,
  endpointSchema,
  replayedSchema,
  rotatedSecretSchema,
} from '../webhooks-api/endpoints.ts';
import { call } from './call.ts';
import { signatureArgsSchema, signatureResultSchema } from './signature-check.ts';

export const endpointViewSchema = z.object(endpointSchema.shape).extend({
  statuses: z.array(z.string()).nullable(),
  disabled_reason: z.string().nullable(),
});
export type EndpointView = z.infer<typeof endpointViewSchema>;
const now = endpointListSchema.shape.now.optional();
export const endpointViewsSchema = z.object({ results: z.array(endpointViewSchema), now });
export const newEndpointViewSchema = endpointViewSchema.extend({ secret: createdEndpointSchema.shape.secret });
export const newSecretSchema = z.object(rotatedSecretSchema.shape);

const { body, event, ...deliveryShape } = deliveryWithBodySchema.shape;
export const deliveryViewSchema = z.object(deliveryShape).extend({
  event: z.object(event.shape).extend({
    previous_status: z.string().nullable(),
    status: z.string().nullable(),
  }),
});
export type DeliveryView = z.infer<typeof deliveryViewSchema>;
export const deliveryViewsSchema = z.object({
  results: z.array(deliveryViewSchema),
  next: z.string().nullable(),
  now,
});
export const wholeDeliverySchema = deliveryViewSchema.extend({ body });
export const replayedViewSchema = z.object(replayedSchema.shape);

const id = z.string().regex(/^[\w.:-]{1,100}$/);
/** The user confirmed the change. Required in production. */
const confirmed = z.boolean();
const confirmedArgs = z.strictObject({ id, confirmed });
const settings = {
  url: z.string().min(1).max(2_048),
  description: z.string().max(200),
  /** Null means all statuses. */
  statuses: z.array(z.string().max(100)).min(1).max(50).nullable(),
};

export const webhooksCalls = {
  /** Checks a signature and explains why it is invalid. The arguments are never stored, logged or sent. */
  checkSignature: call(signatureArgsSchema, signatureResultSchema),
  /** Fails with `not_found` if the service doesn't support webhooks. */
  endpoints: call(z.strictObject({}), endpointViewsSchema),
  /** Only this call and `rotateSecret` return a secret. */
  addEndpoint: call(z.strictObject({ ...settings, confirmed }), newEndpointViewSchema),
  changeEndpoint: call(
    z.strictObject({ id, ...z.object({ ...settings, disabled: z.boolean() }).partial().shape, confirmed }),
    endpointViewSchema,
  ),
  removeEndpoint: call(confirmedArgs, z.strictObject({})),
  rotateSecret: call(confirmedArgs, newSecretSchema),
  testEndpoint: call(confirmedArgs, deliveryViewSchema),
  /** Newest first. `after` is the previous page's `next`. */
  deliveries: call(
    z.strictObject({
      endpoint: id.nullable(),
      state: z.enum(deliveryStates).nullable(),
      migration: z.string().min(1).max(100).nullable(),
      after: z.string().max(200).nullable(),
      limit: z.int().min(1).max(100),
    }),
    deliveryViewsSchema,
  ),
  delivery: call(z.strictObject({ id }), wholeDeliverySchema),
  replayDelivery: call(confirmedArgs, deliveryViewSchema),
  /** Resends deliveries that failed since `since`. Each call may resend only some of them. */
  replayFailed: call(z.strictObject({ endpoint: id, since: z.iso.datetime(), confirmed }), replayedViewSchema),
};
