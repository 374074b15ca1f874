import { z } from 'zod';
import { call } from './call.ts';

const selfCheckItemSchema = z.strictObject({
  group: z.enum(['keychain', 'network', 'isolation', 'fuses', 'links']),
  name: z.string(),
  /** `attention`: the result differs from the expected state. `unknown`: this device can't run the check. */
  state: z.enum(['good', 'attention', 'unknown']),
  found: z.string(),
});
export type SelfCheckItem = z.infer<typeof selfCheckItemSchema>;

const versionSchema = z.strictObject({ name: z.string(), version: z.string() });
export type Version = z.infer<typeof versionSchema>;

export const selfCheckCalls = {
  /** Runs the checks again on each call; takes up to 1 s. */
  read: call(
    z.strictObject({}),
    z.strictObject({
      at: z.iso.datetime(),
      host: z.enum(['electron', 'browser']),
      items: z.array(selfCheckItemSchema),
      versions: z.array(versionSchema),
    }),
  ),
};
