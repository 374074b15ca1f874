import { z } from 'zod';
import { integerText, singleString } from '#shared/migration-api/list-page.ts';
import { migrationStatusSchema } from '#shared/migration-api/migration-status.ts';
import { isStorable } from '#shared/migration-api/storable-text.ts';

export const deliveriesKeptMs = 30 * 24 * 3_600_000;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

const time = z.iso.datetime();

const attemptSchema = z.strictObject({
  at: time,
  duration_ms: z.int(),
  status: z.int().nullable(),
  /** First KiB of the response body; null without a response. */
  reply: z.string().nullable(),
  error: z.string().nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const deliverySchema = z.strictObject({
  id: z.string(),
  endpoint: z.string(),
  /** For a test event, `migration` and all later fields are null. */
  event: z.strictObject({
    id: z.string(),
    type: z.string(),
    timestamp: time,
    migration: z.string().nullable(),
    previous_status: migrationStatusSchema.nullable(),
    status: migrationStatusSchema.nullable(),
    sequence: z.int().nullable(),
  }),
  state: z.enum(deliveryStates),
  attempts: z.array(attemptSchema),
  next_attempt: time.nullable(),
  created: time,
});

export type Delivery = z.infer<typeof deliverySchema>;

/** Response of `GET /webhooks/v1/deliveries/{id}`. `body` is byte for byte what every attempt sends. */
export const deliveryWithBodySchema = deliverySchema.extend({ body: z.string() });
export type DeliveryWithBody = z.infer<typeof deliveryWithBodySchema>;

/**
 * Response of `GET /webhooks/v1/deliveries`, newest first. `next` is the `after` of the following page, null on the
 * last page. All times and `now` are read from the same clock.
 */
export const deliveryListSchema = z.strictObject({
  results: z.array(deliverySchema),
  next: z.string().nullable(),
  now: time,
});

const afterMessage = 'after must be the `next` of an earlier response.';
const idText = (name: string) =>
  singleString(name).min(1, `${name} must be a valid ID.`).refine(isStorable, `${name} must be a valid ID.`);

export const deliveryQuerySchema = z.object({
  endpoint: idText('endpoint').optional(),
  migration: idText('migration').optional(),
  state: z.enum(deliveryStates, { error: `state must be one of ${deliveryStates.join(', ')}.` }).optional(),
  after: z
    .string({ error: afterMessage })
    .regex(/^\d{1,15}$/, afterMessage)
    .transform(Number)
    .optional(),
  limit: integerText('limit', 1, 100).prefault('25'),
});
