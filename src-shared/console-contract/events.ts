import { z } from 'zod';
import { consoleStateSchema } from './console-calls.ts';

/** Every event of the trusted process to the renderer, by its name on the wire. */
export const events = {
  /** Profile or connection changed. */
  'console:state-changed': consoleStateSchema,
  /** Names of more companies are known; ask `companies.lookup` again. */
  'companies:directory-changed': z.strictObject({ known: z.int() }),
};
export type Events = typeof events;
