import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { rowShape } from '../migration-api/field-schemas.ts';
import { lookupLimits } from '../list-limits.ts';
import { migrationFields, sentFields } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { listingOf, pageArgsSchema } from './listing.ts';

/** Every field except `id` may be missing. The status may be undocumented. */
export const migrationRowSchema = z.strictObject(rowShape(sentFields(migrationFields)));
export type MigrationRow = z.infer<typeof migrationRowSchema>;

/** A migration with its company's details, null until the directory knows the company. */
const namedMigrationSchema = z.strictObject(rowShape(migrationFields));
export type NamedMigration = z.infer<typeof namedMigrationSchema>;

export const listedMigrationSchema = z.strictObject({
  ...namedMigrationSchema.shape,
  /**
   * Start of the current status: the observed change, else the last observation of another status, else `created`. Null
   * for a final status, and until the data process has responded.
   */
  since: z.iso.datetime().nullable(),
  /**
   * First observation of this status. Null for a final status first seen by a load, and until the data process has
   * responded.
   */
  seenSince: z.iso.datetime().nullable(),
});
export type ListedMigration = z.infer<typeof listedMigrationSchema>;

const lookupResultSchema = z.discriminatedUnion('result', [
  z.strictObject({ id: z.string(), result: z.literal('found'), migration: listedMigrationSchema }),
  z.strictObject({ id: z.string(), result: z.literal('not_found') }),
  z.strictObject({ id: z.string(), result: z.literal('failed'), problem: appErrorSchema }),
]);
export type LookupResult = z.infer<typeof lookupResultSchema>;

const migrationListingSchema = listingOf(listedMigrationSchema);

export const migrationsCalls = {
  /** Returns a page with the details known so far. Later details are sent as events. */
  list: call(pageArgsSchema, migrationListingSchema),
  get: call(
    z.strictObject({ id: z.uuid() }),
    z.strictObject({ profileId: z.string(), migration: listedMigrationSchema, json: z.string() }),
  ),
  /**
   * Looks up some IDs of a list with one request each, six at a time (C46). An ID missing from the result has no
   * answer yet: either the service limits requests and the lookup must pause for `pauseMs`, or `problem` affects all
   * remaining IDs.
   */
  lookup: call(
    z.strictObject({
      /** ID of the list. Its calls share a line in the request log and go to the same service. */
      list: z.uuid(),
      ids: z.array(z.uuid()).min(1).max(lookupLimits.concurrency),
    }),
    z.strictObject({
      profileId: z.string(),
      answers: z.array(lookupResultSchema),
      pauseMs: z.number().nullable(),
      problem: appErrorSchema.nullable(),
    }),
  ),
  /** Returns the request for one migration as a POSIX shell command, with `$FERRY_API_KEY` instead of the key. */
  curl: call(z.strictObject({ id: z.uuid() }), z.strictObject({ command: z.string() })),
};
