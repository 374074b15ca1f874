import { z } from 'zod';
import { call } from './call.ts';

export const diagnosticsCalls = {
  /** Returns versions, system, self-check and latest problems as text for a report, without secrets. */
  text: call(z.strictObject({}), z.strictObject({ text: z.string() })),
  openLogs: call(z.strictObject({}), z.strictObject({ folder: z.string(), opened: z.boolean() })),
  /** Logs an error of a page. At most 20 per minute are written. */
  reportPageFault: call(
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(8_000).optional() }),
    z.strictObject({}),
  ),
};
