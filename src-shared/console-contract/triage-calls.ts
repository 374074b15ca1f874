import { z } from 'zod';
import { maxHandledPerCall } from '../list-limits.ts';
import { call } from './call.ts';
import { savedFileSchema } from './saved-file.ts';

export const longestNote = 4_000;

const triageLimits = {
  concurrency: maxHandledPerCall,
  fileCharacters: 20_000_000,
} as const;

/** The contract requires a UUID, but services may send any string. */
const idSchema = z.string().min(1).max(200);
const statusSchema = z.string().max(200);
const noteSchema = z.string().max(longestNote);
/** The mark ends when the migration gets a new status. */
const handledSchema = z.strictObject({ status: statusSchema, at: z.iso.datetime() });

/** The user's note and mark for one migration (C51). Never sent to a service. */
export const triageEntrySchema = z.strictObject({
  id: idSchema,
  note: noteSchema.nullable(),
  /** Time of the last change or removal. Null if there never was a note. */
  notedAt: z.iso.datetime().nullable(),
  handled: handledSchema.nullable(),
});
export type TriageEntry = z.infer<typeof triageEntrySchema>;

const idsSchema = z.array(idSchema).max(triageLimits.concurrency);

export const triageCalls = {
  /** Returns the entries of these migrations in the active profile. Migrations without an entry are left out. */
  list: call(z.strictObject({ ids: idsSchema }), z.array(triageEntrySchema)),
  /** Null, or a blank note, removes the note. */
  note: call(z.strictObject({ id: idSchema, note: noteSchema.nullable() }), triageEntrySchema),
  /** Marks migrations as handled in their current status. Returns the IDs of changed migrations for the page's Undo. */
  handle: call(
    z.strictObject({
      migrations: z
        .array(z.strictObject({ id: idSchema, status: statusSchema }))
        .min(1)
        .max(triageLimits.concurrency),
    }),
    z.strictObject({ ids: z.array(idSchema) }),
  ),
  reopen: call(z.strictObject({ ids: idsSchema.min(1) }), z.strictObject({ ids: z.array(idSchema) })),
  count: call(z.strictObject({}), z.strictObject({ entries: z.int() })),
  export: call(z.strictObject({}), savedFileSchema),
  /** Imports the notes and marks of an exported file. If a migration has both, the newer note or mark wins. */
  import: call(
    z.strictObject({ text: z.string().max(triageLimits.fileCharacters) }),
    z.strictObject({
      changed: z.int(),
      unchanged: z.int(),
      unreadable: z.int(),
      replacedNotes: z.int(),
      keptNotes: z.int(),
    }),
  ),
};
