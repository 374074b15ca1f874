import { z } from 'zod';
import { sentShape } from './field-schemas.ts';
import { migrationFields, sentFields } from './fields.ts';

/** One migration; no other property may appear (specification, "Migration"). */
export const migrationSchema = z.strictObject({
  object: z.literal('migration'),
  ...sentShape(sentFields(migrationFields)),
});
export type Migration = z.infer<typeof migrationSchema>;
