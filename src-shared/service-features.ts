import { z } from 'zod';

/** Lists optional features, without a key. A service without any returns 404. */
export const featuresPath = '/.well-known/ferry';

/** An omitted feature is unavailable. Newer services may add names. */
export const serviceFeaturesSchema = z.object({
  version: z.string(),
  webhooks: z.boolean().optional(),
  reports: z.boolean().optional(),
  /** Whether the migration list accepts filters. */
  filters: z.boolean().optional(),
  activity: z.boolean().optional(),
  dashboard_url: z.url({ protocol: /^https?$/ }).optional(),
});
export type ServiceFeatures = z.infer<typeof serviceFeaturesSchema>;
