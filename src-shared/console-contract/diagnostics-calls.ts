import { z } from 'zod';
import { call } from './call.ts';

export const diagnosticsCalls = {
  /** Versions, system, self-check and the latest problems as text for a report; holds no secret. */
  text: call(z.strictObject({}), z.strictObject({ text: z.string() })),
  openLogs: call(z.strictObject({}), z.strictObject({ folder: z.string(), opened: z.boolean() })),
  /** A fault of a page, for the log; at most 20 a minute are written. */
  reportPageFault: call(
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(8_000).optional() }),
    z.strictObject({}),
  ),
};
