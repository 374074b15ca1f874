import { z } from 'zod';

/** Path that lists optional features. Requests need no key. A service without optional features returns 404. */
export const featuresPath = '/.well-known/ferry';

/** A feature is unavailable if its name is missing. Newer services may add names. */
export const serviceFeaturesSchema = z.object({
  version: z.string(),
  webhooks: z.boolean().optional(),
  reports: z.boolean().optional(),
  receipts: z.boolean().optional(),
  filters: z.boolean().optional(),
  activity: z.boolean().optional(),
  hosted_links: z.boolean().optional(),
  retries: z.boolean().optional(),
  open: z.boolean().optional(),
  dashboard_url: z.url({ protocol: /^https?$/ }).optional(),
});
export type ServiceFeatures = z.infer<typeof serviceFeaturesSchema>;
