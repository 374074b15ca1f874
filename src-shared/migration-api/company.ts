import { z } from 'zod';
import { sentShape } from './field-schemas.ts';
import { companyFields } from './fields.ts';

/** One company of the caller's organization (specification, "Company"). Ferry Service always sends every field. */
export const companySchema = z.strictObject({
  object: z.literal('company'),
  ...sentShape(companyFields, {
    providerCompanyId: 'Identifier at the source provider',
    sourceProvider: 'Name of the source provider, free text',
  }),
});
export type Company = z.infer<typeof companySchema>;
