import { z } from 'zod';

/** Reply of `/control/brand`: how the organization looks in its modals; what is null is as Ferry has it. */
export const controlBrandSchema = z.object({
  /** The organization's own name, which `name` takes the place of. */
  organization: z.string(),
  name: z.string().nullable(),
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable(),
  /** A PNG image in base64. */
  logo_png: z.base64().nullable(),
});
export type ControlBrand = z.output<typeof controlBrandSchema>;
