import { z } from 'zod';
import { keyViewSchema } from './api-key-calls.ts';
import { call } from './call.ts';
import { settingsNoticeSchema } from './settings-calls.ts';

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
    /** CSS colour of its tile. */
    colour: z.string(),
    /** Whether a check of the connection has succeeded at this address. */
    verified: z.boolean(),
    /** The Sandbox, which needs no key. */
    builtIn: z.boolean(),
    /** What is known of its key without asking the keychain; null where one must be entered. */
    key: keyViewSchema.nullable(),
  }),
  /** Administrators have switched off what creates data. */
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
};
