import { z } from 'zod';
import { call } from './call.ts';
import { savedFileSchema } from './saved-file.ts';

const crashedProcessSchema = z.enum(['main', 'data', 'page', 'lab', 'helper']);
export type CrashedProcess = z.infer<typeof crashedProcessSchema>;

export const crashOfferSchema = z.strictObject({ at: z.iso.datetime(), process: crashedProcessSchema });
export type CrashOffer = z.infer<typeof crashOfferSchema>;

export const diagnosticsCalls = {
  /** Returns versions, system, self-check and latest problems as text for a report, without secrets. */
  text: call(z.strictObject({}), z.strictObject({ text: z.string() })),
  crashReports: call(z.strictObject({}), z.strictObject({ count: z.int(), text: z.string() })),
  saveCrashReports: call(z.strictObject({}), savedFileSchema),
  deleteCrashReports: call(z.strictObject({}), z.strictObject({})),
  openLogs: call(z.strictObject({}), z.strictObject({ folder: z.string(), opened: z.boolean() })),
  /** Logs an error of a page. At most 20 per minute are written. */
  reportPageFault: call(
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(8_000).optional() }),
    z.strictObject({}),
  ),
};
