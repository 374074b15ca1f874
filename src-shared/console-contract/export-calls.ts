import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { selectionLimits } from '../list-limits.ts';
import { exportColumns } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { companyRowSchema } from './companies-calls.ts';
import { loadedQuerySchema, resourceSchema } from './loaded-query.ts';
import { listedMigrationSchema } from './migrations-calls.ts';

export const exportFormats = ['csv', 'json', 'jsonl'] as const;

/** Only formats that can be streamed, because a report can be very long, and the service's signed receipt. */
export const reportFormats = ['csv', 'jsonl', 'receipt'] as const;

const exportPhases = ['loading', 'writing', 'done', 'failed', 'cancelled'] as const;

export const exportStateSchema = z.strictObject({
  id: z.string(),
  profileId: z.string(),
  resource: resourceSchema.or(z.literal('report')),
  phase: z.enum(exportPhases),
  rows: z.int(),
  total: z.int().nullable(),
  bytes: z.int(),
  fileName: z.string(),
  path: z.string().nullable(),
  /** One-time download link for a complete export in the browser host. */
  download: z.string().nullable(),
  problem: appErrorSchema.nullable(),
  /** Selected IDs that the file lacks because the console no longer has their rows. Set when the export is complete. */
  missing: z.array(z.string()),
});
export type ExportState = z.infer<typeof exportStateSchema>;

const chosenSchema = z.strictObject({
  profileId: z.string(),
  ids: z.array(z.string().min(1).max(200)).min(1).max(selectionLimits.ids),
  /** Rows that the page provides. The exporter reads the remaining rows from the loaded rows. */
  rows: z
    .array(z.union([listedMigrationSchema, companyRowSchema]))
    .max(selectionLimits.rows)
    .default([]),
});
export type ChosenRows = z.output<typeof chosenSchema>;

const startedSchema = z.discriminatedUnion('result', [
  z.strictObject({ result: z.literal('started'), state: exportStateSchema }),
  z.strictObject({ result: z.literal('dismissed') }),
]);

const idSchema = z.strictObject({ id: z.string().regex(/^[\da-f]{24}$/) });

export const exportCalls = {
  /**
   * Writes rows to a file the user chooses (Electron) or to a download. `page`: one page, read from the service now;
   * `loaded`: all loaded rows; `all`: every page, loaded first; `chosen`: the selected rows, not filtered or sorted by
   * the query. Resolves when writing starts, or with the reason why the export didn't start.
   */
  start: call(
    z.strictObject({
      resource: resourceSchema,
      scope: z.enum(['page', 'loaded', 'all', 'chosen']),
      format: z.enum(exportFormats),
      query: loadedQuerySchema,
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(100).default(25),
      /** Required for the `chosen` scope, null for all other scopes. */
      chosen: chosenSchema.nullable().default(null),
      /** Columns in this order. An empty list means every column. */
      columns: z
        .array(z.enum([...exportColumns.migrations, ...exportColumns.companies]))
        .max(20)
        .default([]),
    }),
    startedSchema,
  ),
  startReport: call(z.strictObject({ migrationId: z.uuid(), format: z.enum(reportFormats) }), startedSchema),
  list: call(z.strictObject({}), z.array(exportStateSchema)),
  cancel: call(idSchema, z.strictObject({})),
  /** Opens the file's folder. `shown` is false if the system has no file browser. */
  reveal: call(idSchema, z.strictObject({ shown: z.boolean() })),
};
