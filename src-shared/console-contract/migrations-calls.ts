import { z } from 'zod';
import { rowShape } from '../migration-api/field-schemas.ts';
import { migrationFields, sentFields } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { listingOf, pageArgsSchema } from './listing.ts';

/** A migration as the console reads it: only `id` is sure, a status may be one that nobody documented. */
export const migrationRowSchema = z.strictObject(rowShape(sentFields(migrationFields)));
export type MigrationRow = z.infer<typeof migrationRowSchema>;

export const migrationListingSchema = listingOf(migrationRowSchema);

export const migrationsCalls = {
  /** One page of the organization's migrations. */
  list: call(pageArgsSchema, migrationListingSchema),
  /** One migration by its id, and the body as received. */
  get: call(
    z.strictObject({ id: z.uuid() }),
    z.strictObject({ profileId: z.string(), migration: migrationRowSchema, json: z.string() }),
  ),
  /** The request for one migration as a command for a POSIX shell, with `$FERRY_API_KEY` in the key's place. */
  curl: call(z.strictObject({ id: z.uuid() }), z.strictObject({ command: z.string() })),
};
