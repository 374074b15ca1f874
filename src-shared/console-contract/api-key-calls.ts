import { z } from 'zod';
import { call } from './call.ts';

/** States of the keychain; all but `ok` say why nothing can be read or written now. */
export const keychainStates = ['ok', 'locked', 'unavailable', 'denied', 'slow'] as const;
export type KeychainState = (typeof keychainStates)[number];

/** Days after which a key should be replaced (specification, "Authentication" 5), and when the reminder begins. */
export const keyAgeLimits = { remindAfterDays: 76, replaceAfterDays: 90 } as const;

export const keyViewSchema = z.strictObject({
  /** `session`: kept in memory until the console ends. */
  storage: z.enum(['keychain', 'session']),
  lastFour: z.string(),
  /** `ferry_live_`, `ferry_test_`, or null for a key with neither. */
  prefix: z.string().nullable(),
  /** ISO 8601. */
  storedAt: z.iso.datetime(),
  ageDays: z.int(),
  age: z.enum(['fresh', 'remind', 'replace']),
  /** The service has answered 401 to it; nothing is sent with it until it is replaced or tested again. */
  refused: z.boolean(),
});
export type KeyView = z.infer<typeof keyViewSchema>;

const keyStateSchema = z.strictObject({
  keychain: z.strictObject({
    state: z.enum(keychainStates),
    /** What the system said, one line, or null. */
    detail: z.string().nullable(),
  }),
  key: keyViewSchema.nullable(),
  /** A key is expected but the keychain, which works, has none any more, or one for another address. */
  lost: z.boolean(),
});
export type KeyState = z.infer<typeof keyStateSchema>;

export const keyWarnings = [
  /** A production profile got a key without the production prefix. */
  'no_production_prefix',
  'production_key_elsewhere',
] as const;

const one = z.strictObject({ profileId: z.string().max(64) });

export const apiKeyCalls = {
  /** Asks the keychain, within 5 s; never called while the console starts. */
  state: call(one, keyStateSchema),
  /**
   * Checks a key with the profile's `/healthz`, then stores it. No other call carries a key, and no response does.
   * `replace` must be true if the profile has a key; the old key stays until the new one is stored.
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
  remove: call(one, z.strictObject({})),
};
