import { z } from 'zod';
import { rowShape } from '../migration-api/field-schemas.ts';
import { companyFields } from '../migration-api/fields.ts';
import { call } from './call.ts';
import { listingOf, pageArgsSchema } from './listing.ts';

/** Every field except `id` may be missing. */
export const companyRowSchema = z.strictObject(rowShape(companyFields));
export type CompanyRow = z.infer<typeof companyRowSchema>;

const companyListingSchema = listingOf(companyRowSchema);

export const companiesCalls = {
  list: call(pageArgsSchema, companyListingSchema),
  /** Returns the companies with these IDs whose names the console knows. Doesn't call the service. */
  lookup: call(z.strictObject({ ids: z.array(z.string()).max(1000) }), z.array(companyRowSchema)),
  /** Returns the known companies of the active profile whose names contain every word of `text`, best match first. */
  search: call(z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(50) }), z.array(companyRowSchema)),
  providers: call(z.strictObject({}), z.array(z.string())),
};
