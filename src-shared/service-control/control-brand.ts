import { z } from 'zod';

/** Response of `/control/brand`: the organization's branding in its modals. Null fields use Ferry's default. */
export const controlBrandSchema = z.object({
  organization: z.string(),
  name: z.string().nullable(),
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable(),
  logo_png: z.base64().nullable(),
});
export type ControlBrand = z.output<typeof controlBrandSchema>;
