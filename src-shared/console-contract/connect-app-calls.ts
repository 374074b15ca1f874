import { z } from 'zod';
import { call } from './call.ts';

const appKeySchema = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  lastFour: z.string(),
  created: z.iso.datetime(),
  /** Where this console keeps it, so that it can be copied again; null where it was shown once only. */
  kept: z.enum(['keychain', 'session']).nullable(),
});
export type AppKey = z.infer<typeof appKeySchema>;

const appAddressSchema = z.strictObject({
  url: z.url(),
  /** The port of the settings where another program has it, else null. */
  takenPort: z.int().nullable(),
  /** Whether devices of the same network reach it. Faults, clock, data and keys cannot be changed meanwhile. */
  onNetwork: z.boolean(),
  networkUrls: z.array(z.url()),
  /** Whether administrators have limited the network, so that it stays on this computer. */
  networkLimited: z.boolean(),
});
export type AppAddress = z.infer<typeof appAddressSchema>;

const keysSchema = z.array(appKeySchema);
const nothing = z.strictObject({});

/**
 * What an app of one's own needs for the built-in Sandbox: an address that stays, and a key. Such a key opens made-up data
 * on this computer; it is the one kind of key that comes to a page, where a person makes or copies it.
 */
export const connectAppCalls = {
  address: call(nothing, appAddressSchema),
  restart: call(nothing, appAddressSchema),
  /** Lets devices of the same network reach the Sandbox, until this is taken back or the console ends. */
  share: call(z.strictObject({ onNetwork: z.boolean() }), appAddressSchema),
  /** The keys that were not revoked; `control_unavailable` while the Sandbox is shared. */
  keys: call(nothing, keysSchema),
  /** Makes a key. With `keychain` none is made where it could not be kept: `keychain_*`. */
  makeKey: call(
    z.strictObject({ description: z.string().trim().min(1).max(200), keep: z.enum(['keychain', 'session']) }),
    z.strictObject({ id: z.uuid(), apiKey: z.string(), keys: keysSchema }),
  ),
  revokeKey: call(z.strictObject({ id: z.uuid() }), keysSchema),
  /** The lines of a `.env` file for a kept key; `no_key` where it is not kept any more. */
  environment: call(z.strictObject({ id: z.uuid() }), z.strictObject({ text: z.string() })),
};
