import { z } from 'zod';

/** Where a service says what it has beside the API. It needs no key; a service without any of it answers 404. */
export const featuresPath = '/.well-known/ferry';

/** What a service says of itself. What is left out, it does not have; a name that is not here is a newer one's. */
export const serviceFeaturesSchema = z.object({
  version: z.string(),
  webhooks: z.boolean().optional(),
  reports: z.boolean().optional(),
  dashboard_url: z.url({ protocol: /^https?$/ }).optional(),
});
export type ServiceFeatures = z.infer<typeof serviceFeaturesSchema>;
