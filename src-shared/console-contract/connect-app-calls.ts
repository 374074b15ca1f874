import { z } from 'zod';
import { call } from './call.ts';
import { plainName } from '../plain-name.ts';

const appKeySchema = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  lastFour: z.string(),
  created: z.iso.datetime(),
  /** Null if the console hasn't stored the key, which then can't be copied again. */
  storedIn: z.enum(['keychain', 'session']).nullable(),
});
export type AppKey = z.infer<typeof appKeySchema>;

const appAddressSchema = z.strictObject({
  url: z.url(),
  /** The configured port if another program uses that port, else null. */
  takenPort: z.int().nullable(),
  /** Whether the network can reach the Sandbox. If so, faults, clock, data and keys can't be changed. */
  onNetwork: z.boolean(),
  networkUrls: z.array(z.url()),
  /** Set if a managed configuration limits the Sandbox to this device. */
  networkLimited: z.boolean(),
});
export type AppAddress = z.infer<typeof appAddressSchema>;

const keysSchema = z.array(appKeySchema);
const noArgs = z.strictObject({});

/** Calls that connect the user's own app to the Sandbox. Pages receive its keys, which only give access to samples. */
export const connectAppCalls = {
  address: call(noArgs, appAddressSchema),
  restart: call(noArgs, appAddressSchema),
  /** Lets devices in the same network use the Sandbox until the user stops sharing or the console quits. */
  share: call(z.strictObject({ onNetwork: z.boolean() }), appAddressSchema),
  /** Returns the active keys. Fails with `control_unavailable` while the Sandbox is shared. */
  keys: call(noArgs, keysSchema),
  /** With `keychain`, fails with `keychain_*` and creates no key if the keychain is unavailable. */
  makeKey: call(
    z.strictObject({
      description: z.string().overwrite(plainName).min(1).max(200),
      keep: z.enum(['keychain', 'session']),
    }),
    z.strictObject({ id: z.uuid(), apiKey: z.string(), keys: keysSchema }),
  ),
  revokeKey: call(z.strictObject({ id: z.uuid() }), keysSchema),
  /** Returns `.env` lines. Fails with `no_key` if the console hasn't stored the key. */
  environment: call(z.strictObject({ id: z.uuid() }), z.strictObject({ text: z.string() })),
};
