import { z } from 'zod';

/** What can be loaded as a whole. */
export const loadedResources = ['migrations', 'companies'] as const;
export const loadedResourceSchema = z.enum(loadedResources);
export type LoadedResource = z.infer<typeof loadedResourceSchema>;

/** Columns by which loaded rows can be sorted. `company` is the name; `user` and `status` only migrations have. */
export const sortColumns = ['id', 'status', 'company', 'provider', 'providerCompanyId', 'user', 'created'] as const;
export type SortColumn = (typeof sortColumns)[number];

const texts = z.array(z.string().max(1_000)).max(1_000).default([]);

/** What to show of all loaded rows; without any field, all of them, newest first. The fields narrow together. */
export const loadedQuerySchema = z.strictObject({
  /** Part of an id, company name, user, provider or status; neither case nor accents count. */
  search: z.string().max(1_000).default(''),
  /** Any of these; `''` stands for rows without one. An empty list does not narrow. */
  statuses: texts,
  companyIds: texts,
  providers: texts,
  users: texts,
  /** From this moment. */
  createdFrom: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Before this moment. */
  createdTo: z.iso.datetime({ offset: true }).nullable().default(null),
  sort: z
    .strictObject({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) })
    .nullable()
    .default(null),
});
export type LoadedQuery = z.output<typeof loadedQuerySchema>;

export const groupKeys = ['status', 'company', 'provider', 'user', 'day'] as const;
export type GroupKey = (typeof groupKeys)[number];
