import { z } from 'zod';
import { uuidSchema } from './field-schemas.ts';
import { migrationStatuses } from './migration-status.ts';

const pageSizeLimits = { min: 1, max: 100, default: 10 } as const;

/** Parses an integer of a query. Rejects `1e2`, `1.5`, ` 1`, an empty value and values above 2^53. */
export const integerText = (name: string, min: number, max: number) => {
  const message = `${name} must be an integer from ${min} to ${max}.`;
  return z
    .string({ error: message })
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max });
};

/** Returns the schema of a string parameter, which must not be repeated. */
export const singleString = (name: string) => z.string({ error: `${name} must not be repeated.` });

export const idParams = z.object({ id: z.uuid({ error: 'id must be a UUID.' }) });

/** Query of both list operations. Converts strings to numbers. `page` starts at 1. */
export const listQuerySchema = z.object({
  page: integerText('page', 1, Number.MAX_SAFE_INTEGER).prefault('1'),
  page_size: integerText('page_size', pageSizeLimits.min, pageSizeLimits.max).prefault(String(pageSizeLimits.default)),
});
export type ListQuery = z.output<typeof listQuerySchema>;

/** ISO 8601 time or date. Converts the value to the format of `created`, so that both can be compared as strings. */
const timeText = (name: string, about: string) => {
  const message = `${name} must be an ISO 8601 time such as 2026-11-20T14:32:00Z.`;
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: message })
    .transform((text) => new Date(text).toISOString())
    .meta({ type: 'string' })
    .describe(about)
    .optional();
};

/** Query of the migration list. A migration must match every filter and any of the statuses. */
export const migrationsQuerySchema = z.object({
  ...listQuerySchema.shape,
  status: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(z.enum(migrationStatuses, { error: `status must be one of ${migrationStatuses.join(', ')}.` }))
        .max(migrationStatuses.length, 'status must not be repeated more than 8 times.'),
    )
    .optional(),
  company_id: uuidSchema.optional(),
  created_by_user_id: singleString('created_by_user_id').min(1).max(254).optional(),
  created_after: timeText('created_after', 'Matches migrations created at this time or later'),
  created_before: timeText('created_before', 'Matches migrations created before this time'),
});

/** Page descriptor of list replies (specification, "Page descriptor"): `size` is the page size used. */
export const pageDescriptorSchema = z.strictObject({
  size: z.int().min(pageSizeLimits.min).max(pageSizeLimits.max),
  total: z.int().min(0),
});

/** List envelope (specification, "List envelope"). */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ results: z.array(item), page: pageDescriptorSchema });
