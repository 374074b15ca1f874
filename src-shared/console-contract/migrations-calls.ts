import { z } from 'zod';
import { rowShape } from '../migration-api/field-schemas.ts';
import { migrationFields, sentFields } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { listingOf, pageArgsSchema } from './listing.ts';

/** A migration as the console reads it: only `id` is sure, a status may be one that nobody documented. */
export const migrationRowSchema = z.strictObject(rowShape(sentFields(migrationFields)));
export type MigrationRow = z.infer<typeof migrationRowSchema>;

/** A migration with what the company directory knows of its company; null where it knows none by now. */
export const namedMigrationSchema = z.strictObject(rowShape(migrationFields));
export type NamedMigration = z.infer<typeof namedMigrationSchema>;

/** A migration as lists show it. */
export const listedMigrationSchema = z.strictObject({
  ...namedMigrationSchema.shape,
  /**
   * Since when this console has seen it in its status (W9); null for a status that never changes, and while nobody has
   * looked it up.
   */
  since: z.iso.datetime().nullable(),
});
export type ListedMigration = z.infer<typeof listedMigrationSchema>;

/** What came to be known of a migration after a page had it. */
export const migrationDetailsSchema = listedMigrationSchema.pick({
  id: true,
  status: true,
  companyName: true,
  provider: true,
  since: true,
});
export type MigrationDetails = z.infer<typeof migrationDetailsSchema>;

const migrationListingSchema = listingOf(listedMigrationSchema);

export const migrationsCalls = {
  /** One page of the organization's migrations, with what is known of them by now; the rest comes by event. */
  list: call(pageArgsSchema, migrationListingSchema),
  /** One migration by its id, and the body as received. */
  get: call(
    z.strictObject({ id: z.uuid() }),
    z.strictObject({ profileId: z.string(), migration: listedMigrationSchema, json: z.string() }),
  ),
  /** What is known by now of migrations of the active profile that a page has: an event can be lost with its stream. */
  details: call(
    z.strictObject({
      migrations: z.array(migrationRowSchema.pick({ id: true, status: true, companyId: true })).max(100),
    }),
    z.array(migrationDetailsSchema),
  ),
  /** The request for one migration as a command for a POSIX shell, with `$FERRY_API_KEY` in the key's place. */
  curl: call(z.strictObject({ id: z.uuid() }), z.strictObject({ command: z.string() })),
};
