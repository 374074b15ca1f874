import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { chosenLimits } from '../list-limits.ts';
import { exportColumns } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { companyRowSchema } from './companies-calls.ts';
import { loadPlanSchema } from './loaded-calls.ts';
import { loadedQuerySchema, resourceSchema } from './loaded-query.ts';
import { listedMigrationSchema } from './migrations-calls.ts';

export const exportFormats = ['csv', 'json', 'jsonl'] as const;

/** A report can be long: only what can be written as it comes. */
export const reportFormats = ['csv', 'jsonl'] as const;

/** `loading`: rows are fetched first; `writing`: they go into the file. */
const exportPhases = ['loading', 'writing', 'done', 'failed', 'cancelled'] as const;

export const exportStateSchema = z.strictObject({
  id: z.string(),
  profileId: z.string(),
  /** What is exported: rows of a list, or the items of a migration's report. */
  resource: resourceSchema.or(z.literal('report')),
  phase: z.enum(exportPhases),
  /** Rows so far, and of how many; null while that is not known. */
  rows: z.int(),
  total: z.int().nullable(),
  bytes: z.int(),
  fileName: z.string(),
  path: z.string().nullable(),
  /** In the browser host, when it is done: a link to fetch it with, once. */
  download: z.string().nullable(),
  problem: appErrorSchema.nullable(),
  /** When it is done: ids that were chosen and of which no row is known any more, so that the file lacks them. */
  missing: z.array(z.string()),
});
export type ExportState = z.infer<typeof exportStateSchema>;

const chosenSchema = z.strictObject({
  profileId: z.string(),
  ids: z.array(z.string().min(1).max(200)).min(1).max(chosenLimits.ids),
  /** Rows that the page has. The exporter takes the others from the loaded rows. */
  rows: z
    .array(z.union([listedMigrationSchema, companyRowSchema]))
    .max(chosenLimits.rows)
    .default([]),
});
export type ChosenRows = z.output<typeof chosenSchema>;

const idSchema = z.strictObject({ id: z.string().regex(/^[\da-f]{24}$/) });

export const exportCalls = {
  /**
   * Writes rows into a file that a dialog of the system has chosen (Electron), or one to download. `page`: one page as
   * the service has it now; `loaded`: all loaded rows; `all`: every page, loaded first by the rules of `loaded.start`;
   * `chosen`: the rows that the page names. The query narrows and sorts, but not what is chosen. Resolves when writing begins, or with why it does not.
   */
  start: call(
    z.strictObject({
      resource: resourceSchema,
      scope: z.enum(['page', 'loaded', 'all', 'chosen']),
      format: z.enum(exportFormats),
      query: loadedQuerySchema,
      /** Which page; only for the scope `page`. */
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(100).default(25),
      /** Only for the scope `chosen`, and then needed. */
      chosen: chosenSchema.nullable().default(null),
      /** In this order. An empty list means every column. */
      columns: z
        .array(z.enum([...exportColumns.migrations, ...exportColumns.companies]))
        .max(20)
        .default([]),
      /** The person has seen the plan of an `all` and said yes. */
      confirmed: z.boolean().default(false),
    }),
    z.discriminatedUnion('result', [
      z.strictObject({ result: z.literal('started'), state: exportStateSchema }),
      z.strictObject({ result: z.literal('asks'), plan: loadPlanSchema }),
      z.strictObject({ result: z.literal('dismissed') }),
    ]),
  ),
  startReport: call(
    z.strictObject({ migrationId: z.uuid(), format: z.enum(reportFormats) }),
    z.discriminatedUnion('result', [
      z.strictObject({ result: z.literal('started'), state: exportStateSchema }),
      z.strictObject({ result: z.literal('dismissed') }),
    ]),
  ),
  list: call(z.strictObject({}), z.array(exportStateSchema)),
  /** Ends an export; its file goes. */
  cancel: call(idSchema, z.strictObject({})),
  /** Opens the file's folder. `shown` is false if the system has no file browser. */
  reveal: call(idSchema, z.strictObject({ shown: z.boolean() })),
};
