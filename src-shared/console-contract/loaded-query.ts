import { z } from 'zod';
import { attentionFilters } from '../attention.ts';
import { type FilterName, filterNames, resources, sortNames } from '../migration-api/fields.ts';

export const resourceSchema = z.enum(resources);

const texts = z.array(z.string().max(1_000)).max(1_000);

/** Filters and order for the loaded rows. Without fields: all rows, newest first. Fields are combined with AND. */
export const loadedQuerySchema = z.strictObject({
  /** Part of an ID, company name, user, provider or status. Ignores case and accents. */
  search: z.string().max(1_000).default(''),
  /** Values per field, combined with OR. `''` matches rows without a value. An empty list matches every row. */
  filters: z.partialRecord(z.enum(filterNames), texts).default({}),
  createdFrom: z.iso.datetime({ offset: true }).nullable().default(null),
  createdTo: z.iso.datetime({ offset: true }).nullable().default(null),
  /**
   * Finds migrations created or observed with a new status since this time. `visit` is the console's last
   * observation of the profile before the current run.
   */
  changedFrom: z
    .union([z.literal('visit'), z.iso.datetime({ offset: true })])
    .nullable()
    .default(null),
  /** Finds migrations that are handled or need attention for one of these reasons (C44). An empty list matches all. */
  attention: z.array(z.enum(attentionFilters)).max(attentionFilters.length).default([]),
  sort: z
    .strictObject({ column: z.enum(sortNames), direction: z.enum(['ascending', 'descending']) })
    .nullable()
    .default(null),
});
export type LoadedQuery = z.output<typeof loadedQuerySchema>;

export type GroupKey = FilterName | 'day';
export const groupKeys: readonly GroupKey[] = [...filterNames, 'day'];
