import { z } from 'zod';

export const pageSizes = [10, 25, 50, 100] as const;

export const pageArgsSchema = z.strictObject({
  page: z.int().min(1),
  pageSize: z.int().min(1).max(100),
});
export type PageArgs = z.infer<typeof pageArgsSchema>;

/** A row that could not be read, kept so that the others stay. */
const malformedRowSchema = z.strictObject({
  kind: z.literal('malformed'),
  /** Place in the reply, from 0. */
  index: z.int(),
  problem: z.string(),
  /** The row as received, as JSON text, cut at 10,000 characters. */
  json: z.string(),
});

export type ListedRow<Row> = { readonly kind: 'row'; readonly value: Row } | z.infer<typeof malformedRowSchema>;

export const listingOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    /** The profile that the rows belong to: rows of one are never shown under another. */
    profileId: z.string(),
    rows: z.array(z.union([z.strictObject({ kind: z.literal('row'), value: row }), malformedRowSchema])),
    page: z.int(),
    pageSize: z.int(),
    /** null when the service did not say it, or its rows prove it wrong. */
    total: z.int().nullable(),
    hasNext: z.boolean(),
    /** When the reply came, ISO 8601. */
    readAt: z.iso.datetime(),
  });

export type Listing<Row> = Omit<z.infer<ReturnType<typeof listingOf<z.ZodNever>>>, 'rows'> & { rows: ListedRow<Row>[] };
