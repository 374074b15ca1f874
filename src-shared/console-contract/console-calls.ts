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
    /** Base address of the profile's service, or null while the Sandbox has none. */
    baseURL: z.string().nullable(),
    colour: z.string(),
    verified: z.boolean(),
    /** The Sandbox, which needs no key. */
    builtIn: z.boolean(),
    /** What is known of its key without asking the keychain; null where one must be entered. */
    key: keyViewSchema.nullable(),
    /** A person or an administrator has made the profile read-only. */
    readOnly: z.boolean(),
  }),
  /** Nothing that creates data is sent: the profile is read-only, or the whole console by its administrators. */
  readOnly: z.boolean(),
  /** Something about the settings file that a person has not yet read, or null. */
  settingsNotice: settingsNoticeSchema.nullable(),
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
  /** Asks the service of the active profile once whether it is there; what comes of it is the state of the connection. */
  askAgain: call(z.strictObject({}), z.strictObject({})),
};
