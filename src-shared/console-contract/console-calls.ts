import { z } from 'zod';
import { call } from './call.ts';

export const environments = ['production', 'test', 'sandbox'] as const;

/** What the shell shows around every page. */
export const consoleStateSchema = z.strictObject({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  profile: z.strictObject({
    id: z.string(),
    name: z.string(),
    environment: z.enum(environments),
    /** Base address of the profile's service, or null while the Sandbox has none. */
    baseURL: z.string().nullable(),
  }),
  connection: z.strictObject({
    state: z.enum(['unknown', 'connected', 'offline', 'failing', 'unauthorized', 'starting']),
    /** Duration of the last call that was answered, in ms. */
    latencyMs: z.number().nullable(),
    /** When the state was found out, ISO 8601. */
    at: z.iso.datetime().nullable(),
  }),
});
export type ConsoleState = z.infer<typeof consoleStateSchema>;

export const consoleCalls = {
  state: call(z.strictObject({}), consoleStateSchema),
};
