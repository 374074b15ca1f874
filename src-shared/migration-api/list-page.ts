import { z } from 'zod';

const pageSizeLimits = { min: 1, max: 100, default: 10 } as const;

/**
 * Parses an integer of a query. Accepts digits only: refuses `1e2`, `1.5`, ` 1`, an empty value and values above 2^53.
 */
export const integerText = (name: string, min: number, max: number) => {
  const message = `${name} must be an integer from ${min} to ${max}.`;
  return z
    .string({ error: message })
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max });
};

/** Query of both list operations. Converts strings to numbers. `page` starts at 1. */
export const listQuerySchema = z.object({
  page: integerText('page', 1, Number.MAX_SAFE_INTEGER).prefault('1'),
  page_size: integerText('page_size', pageSizeLimits.min, pageSizeLimits.max).prefault(String(pageSizeLimits.default)),
});
export type ListQuery = z.output<typeof listQuerySchema>;

/** Page descriptor of list replies (specification, "Page descriptor"): `size` is the page size used. */
export const pageDescriptorSchema = z.strictObject({
  size: z.int().min(pageSizeLimits.min).max(pageSizeLimits.max),
  total: z.int().min(0),
});

/** List envelope (specification, "List envelope"). */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ results: z.array(item), page: pageDescriptorSchema });
