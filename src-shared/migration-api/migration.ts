import { z } from 'zod';
import { sentShape } from './field-schemas.ts';
import { migrationFields, sentFields } from './fields.ts';

/** One migration; no other property may appear (specification, "Migration"). */
export const migrationSchema = z.strictObject({
  object: z.literal('migration'),
  ...sentShape(sentFields(migrationFields), {
    created: 'When the migration was created, ISO 8601 in UTC',
    createdByUserId: 'Identifier of the end user who started the migration',
    companyId: 'The company, or null if the migration has no company yet',
  }),
});
export type Migration = z.infer<typeof migrationSchema>;
