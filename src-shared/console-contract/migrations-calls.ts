import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { rowShape } from '../migration-api/field-schemas.ts';
import { lookupLimits } from '../list-limits.ts';
import { migrationFields, sentFields } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { listingOf, pageArgsSchema } from './listing.ts';

/** A migration as the console reads it: only `id` is sure, a status may be one that nobody documented. */
export const migrationRowSchema = z.strictObject(rowShape(sentFields(migrationFields)));
export type MigrationRow = z.infer<typeof migrationRowSchema>;

/** A migration with what the company directory knows of its company; null where it knows none by now. */
const namedMigrationSchema = z.strictObject(rowShape(migrationFields));
export type NamedMigration = z.infer<typeof namedMigrationSchema>;

export const listedMigrationSchema = z.strictObject({
  ...namedMigrationSchema.shape,
  /**
   * From when its time in the status counts: from the change where this console has seen it, else from the last sight of
   * another status, else from `created` (W9). null for a status that never changes, and while nobody has looked it up.
   */
  since: z.iso.datetime().nullable(),
  /** Since when this console has seen it in its status; null while nobody has looked it up, or has not seen it yet. */
  seenSince: z.iso.datetime().nullable(),
});
export type ListedMigration = z.infer<typeof listedMigrationSchema>;

const lookedUpSchema = z.discriminatedUnion('result', [
  z.strictObject({ id: z.string(), result: z.literal('found'), migration: listedMigrationSchema }),
  z.strictObject({ id: z.string(), result: z.literal('not_found') }),
  z.strictObject({ id: z.string(), result: z.literal('failed'), problem: appErrorSchema }),
]);
export type LookedUp = z.infer<typeof lookedUpSchema>;

const migrationListingSchema = listingOf(listedMigrationSchema);

export const migrationsCalls = {
  /** One page of the organization's migrations, with what is known of them by now; the rest comes by event. */
  list: call(pageArgsSchema, migrationListingSchema),
  get: call(
    z.strictObject({ id: z.uuid() }),
    z.strictObject({ profileId: z.string(), migration: listedMigrationSchema, json: z.string() }),
  ),
  /**
   * Some ids of a list, looked up one by one, six at a time (C46). An id without an answer was not asked for any more: the
   * service wants a pause of `pauseMs`, or no other would be answered either, as `problem` says.
   */
  lookup: call(
    z.strictObject({
      /** The same for all calls of one list: they are one line of the request log, and of one service. */
      list: z.uuid(),
      ids: z.array(z.uuid()).min(1).max(lookupLimits.concurrency),
    }),
    z.strictObject({
      profileId: z.string(),
      answers: z.array(lookedUpSchema),
      pauseMs: z.number().nullable(),
      problem: appErrorSchema.nullable(),
    }),
  ),
  /** The request for one migration as a command for a POSIX shell, with `$FERRY_API_KEY` in the key's place. */
  curl: call(z.strictObject({ id: z.uuid() }), z.strictObject({ command: z.string() })),
};
