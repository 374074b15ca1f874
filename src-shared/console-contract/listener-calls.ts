import { z } from 'zod';
import { appErrorCodes } from '../app-error-codes.ts';
import { webhookIdSchema } from '../webhooks-api/events.ts';
import { call } from './call.ts';
import { listenerLimits } from './listener-limits.ts';

/** `shown`: the event wasn't forwarded because no forwarding URL was set. */
const listenedStates = ['waiting', 'delivered', 'failed', 'shown'] as const;

const attemptSchema = z.strictObject({
  at: z.iso.datetime(),
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  reply: z.string(),
  /** The `webhook-signature` header. Null for attempts of an older console version. */
  signature: z.string().nullable(),
});
export type ListenedAttempt = z.infer<typeof attemptSchema>;

const listenedEventSchema = z.strictObject({
  id: z.string(),
  type: z.string().nullable(),
  timestamp: z.string().nullable(),
  migrationId: z.string().nullable(),
  companyId: z.string().nullable(),
  previousStatus: z.string().nullable(),
  status: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  state: z.enum(listenedStates),
  tries: z.int(),
  nextAt: z.iso.datetime().nullable(),
  last: attemptSchema.nullable(),
});
export type ListenedEvent = z.infer<typeof listenedEventSchema>;

const feedStates = ['off', 'asking', 'following', 'trouble', 'refused'] as const;

const listenerStateSchema = z.strictObject({
  profileId: z.string(),
  isOn: z.boolean(),
  /** URL of the local receiver. Null if the console only shows events. */
  address: z.string().nullable(),
  /** Secret that signs forwarded events. Null until the listener is started for the first time. */
  secret: z.string().nullable(),
  feed: z.enum(feedStates),
  problem: z.enum(appErrorCodes).nullable(),
  /** Time at which the listener started following the feed; null while the listener is off. */
  since: z.iso.datetime().nullable(),
  isPaused: z.boolean(),
  /** Period of events that the service deleted before the console could read them. */
  gap: z.strictObject({ from: z.iso.datetime().nullable(), until: z.iso.datetime() }).nullable(),
  receiverNextAt: z.iso.datetime().nullable(),
  counts: z.strictObject({ waiting: z.int(), delivered: z.int(), failed: z.int(), shown: z.int() }),
  events: z.array(listenedEventSchema),
});
export type ListenerState = z.infer<typeof listenerStateSchema>;

const noArgs = z.strictObject({});

export const listenerCalls = {
  state: call(noArgs, listenerStateSchema),
  /** Fails with `address_refused` if the address isn't on this device. */
  start: call(
    z.strictObject({ address: z.string().max(listenerLimits.addressCharacters).nullable() }),
    listenerStateSchema,
  ),
  stop: call(noArgs, listenerStateSchema),
  /** Pauses or resumes sending. The console keeps this setting after a restart. */
  pause: call(z.strictObject({ paused: z.boolean() }), listenerStateSchema),
  renewSecret: call(noArgs, listenerStateSchema),
  /** Creates a `ferry.test` event locally and forwards it like any other event, without a call to the service. */
  sendTest: call(noArgs, listenerStateSchema),
  closeGap: call(noArgs, listenerStateSchema),
  /** Resends an event in any state; null resends all failed events. */
  resend: call(z.strictObject({ id: webhookIdSchema.nullable() }), listenerStateSchema),
  /** Deletes finished events; with `waiting`, also pending events. */
  clear: call(z.strictObject({ waiting: z.boolean() }), listenerStateSchema),
  /**
   * Returns an event's body, its attempts (newest first) and the secret that signed the newest signed attempt (null if
   * there is none). Null after the event was dropped.
   */
  event: call(
    z.strictObject({ id: webhookIdSchema }),
    z.strictObject({ body: z.string(), attempts: z.array(attemptSchema), secret: z.string().nullable() }).nullable(),
  ),
};

export const listenerChangedSchema = z.strictObject({ profileId: z.string() });
