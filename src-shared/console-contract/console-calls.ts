import { z } from 'zod';
import { call } from './call.ts';
import { crashOfferSchema } from './diagnostics-calls.ts';
import { profileViewSchema } from './profiles-calls.ts';
import { settingsNoticeSchema } from './settings-calls.ts';

export const consoleStateSchema = z.strictObject({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  profile: profileViewSchema.omit({ caFile: true, companiesPageSizeParameter: true, lockedFields: true }),
  readOnly: z.boolean(),
  settingsNotice: settingsNoticeSchema.nullable(),
  /** The newest crash report of earlier runs, until the user deletes the reports. */
  crash: crashOfferSchema.nullable(),
  connection: z.strictObject({
    state: z.enum(['unknown', 'connected', 'offline', 'failing', 'unauthorized', 'starting']),
    latencyMs: z.number().nullable(),
    at: z.iso.datetime().nullable(),
  }),
});
export type ConsoleState = z.infer<typeof consoleStateSchema>;

export const consoleCalls = {
  state: call(z.strictObject({}), consoleStateSchema),
  askAgain: call(z.strictObject({}), z.strictObject({})),
};
