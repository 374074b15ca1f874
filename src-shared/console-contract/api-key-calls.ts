import { z } from 'zod';
import { call } from './call.ts';

/** States of the keychain. All but `ok` prevent reading and writing. */
export const keychainStates = ['ok', 'locked', 'unavailable', 'denied', 'slow'] as const;
export type KeychainState = (typeof keychainStates)[number];

export const keyViewSchema = z.strictObject({
  storage: z.enum(['keychain', 'session']),
  lastFour: z.string(),
  prefix: z.string().nullable(),
  storedAt: z.iso.datetime(),
  ageDays: z.int(),
  age: z.enum(['fresh', 'remind', 'replace']),
  /** The service has answered 401. The key isn't sent again until it is replaced or tested again. */
  refused: z.boolean(),
});
export type KeyView = z.infer<typeof keyViewSchema>;

const keyStateSchema = z.strictObject({
  keychain: z.strictObject({
    state: z.enum(keychainStates),
    detail: z.string().nullable(),
  }),
  key: keyViewSchema.nullable(),
  /** The keychain works, but the expected key is missing or was stored for another URL. */
  lost: z.boolean(),
});
export type KeyState = z.infer<typeof keyStateSchema>;

export const keyWarnings = ['no_production_prefix', 'production_key_elsewhere'] as const;

const profileArgs = z.strictObject({ profileId: z.string().max(64) });

export const apiKeyCalls = {
  /** Checks the keychain, within 5 s. Never called at startup. */
  state: call(profileArgs, keyStateSchema),
  /**
   * Checks a key with the profile's `/healthz`, then stores it. No other call and no response contains a key. `replace`
   * must be true if the profile has a key. The earlier key stays until the new key is stored.
   */
  set: call(
    z.strictObject({
      profileId: z.string().max(64),
      key: z.string().max(4_096),
      storage: z.enum(['keychain', 'session']),
      replace: z.boolean().default(false),
    }),
    z.strictObject({
      key: keyViewSchema,
      warnings: z.array(z.enum(keyWarnings)),
      latencyMs: z.number(),
      serviceVersion: z.string().nullable(),
    }),
  ),
  remove: call(profileArgs, z.strictObject({})),
};
