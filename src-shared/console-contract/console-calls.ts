import { z } from 'zod';
import { keyViewSchema } from './api-key-calls.ts';
import { environments } from '../environments.ts';
import { call } from './call.ts';
import { settingsNoticeSchema } from './settings-calls.ts';

export const consoleStateSchema = z.strictObject({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  profile: z.strictObject({
    id: z.string(),
    name: z.string(),
    environment: z.enum(environments),
    /** Base URL of the profile's service, or null while the Sandbox has none. */
    baseURL: z.string().nullable(),
    colour: z.string(),
    verified: z.boolean(),
    builtIn: z.boolean(),
    /** Determined without reading the keychain. Null if the user must enter a key. */
    key: keyViewSchema.nullable(),
    readOnly: z.boolean(),
  }),
  readOnly: z.boolean(),
  settingsNotice: settingsNoticeSchema.nullable(),
  connection: z.strictObject({
    state: z.enum(['unknown', 'connected', 'offline', 'failing', 'unauthorized', 'starting']),
    /** Duration of the last call with a response, in ms. */
    latencyMs: z.number().nullable(),
    at: z.iso.datetime().nullable(),
  }),
});
export type ConsoleState = z.infer<typeof consoleStateSchema>;

export const consoleCalls = {
  state: call(z.strictObject({}), consoleStateSchema),
  askAgain: call(z.strictObject({}), z.strictObject({})),
};
