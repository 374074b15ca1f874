import { z } from 'zod';
import { type FilterName, filterNames, sortNames } from '../migration-api/fields.ts';

/** What can be loaded as a whole. */
const loadedResources = ['migrations', 'companies'] as const;
export const loadedResourceSchema = z.enum(loadedResources);
export type LoadedResource = z.infer<typeof loadedResourceSchema>;

const texts = z.array(z.string().max(1_000)).max(1_000);

/** What to show of all loaded rows; without any field, all of them, newest first. The fields narrow together. */
export const loadedQuerySchema = z.strictObject({
  /** Part of an id, company name, user, provider or status; neither case nor accents count. */
  search: z.string().max(1_000).default(''),
  /** By field, any of these values; `''` stands for rows without one. An empty list does not narrow. */
  filters: z.partialRecord(z.enum(filterNames), texts).default({}),
  /** From this moment. */
  createdFrom: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Before this moment. */
  createdTo: z.iso.datetime({ offset: true }).nullable().default(null),
  sort: z
    .strictObject({ column: z.enum(sortNames), direction: z.enum(['ascending', 'descending']) })
    .nullable()
    .default(null),
});
export type LoadedQuery = z.output<typeof loadedQuerySchema>;

export type GroupKey = FilterName | 'day';
export const groupKeys: readonly GroupKey[] = [...filterNames, 'day'];
