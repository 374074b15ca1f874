import { z } from 'zod';
import { uuidSchema } from './uuid.ts';

/** One company of the caller's organization (specification, "Company"). Ferry Service always sends every field. */
export const companySchema = z.strictObject({
  object: z.literal('company'),
  id: uuidSchema,
  created: z.iso.datetime(),
  provider_company_name: z.string(),
  provider_company_id: z.string().describe('Identifier at the source provider'),
  organization_id: uuidSchema,
  source_provider: z.string().describe('Name of the source provider, free text'),
});
export type Company = z.infer<typeof companySchema>;
