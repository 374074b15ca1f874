import { z } from 'zod';

export const pageSizes = [10, 25, 50, 100] as const;

export const pageArgsSchema = z.strictObject({
  page: z.int().min(1),
  pageSize: z.int().min(1).max(100),
});
export type PageArgs = z.infer<typeof pageArgsSchema>;

const malformedRowSchema = z.strictObject({
  kind: z.literal('malformed'),
  index: z.int(),
  problem: z.string(),
  /** The row as received, as JSON text, cut at 10,000 characters. */
  json: z.string(),
});

export type ListedRow<Row> = { readonly kind: 'row'; readonly value: Row } | z.infer<typeof malformedRowSchema>;

/** Returns the schema of a list page with rows of this schema. */
export const listingOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    /** The profile of these rows. They must not be shown in another profile. */
    profileId: z.string(),
    rows: z.array(z.union([z.strictObject({ kind: z.literal('row'), value: row }), malformedRowSchema])),
    page: z.int(),
    pageSize: z.int(),
    /** Null if the service reports no total, or a total that contradicts its rows. */
    total: z.int().nullable(),
    hasNext: z.boolean(),
    readAt: z.iso.datetime(),
  });

export type Listing<Row> = Omit<z.infer<ReturnType<typeof listingOf<z.ZodNever>>>, 'rows'> & { rows: ListedRow<Row>[] };
