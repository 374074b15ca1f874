import { z } from 'zod';
import { call } from './call.ts';

const addressSchema = z.string().max(2_000);

const dashboardSchema = z.strictObject({
  url: addressSchema,
  /** Leads to the next key after the one that the profile has; null where it has none. */
  rotateUrl: addressSchema.nullable(),
});

export const dashboardsCalls = {
  /** Asks the service of a profile, without its key, whether it has a dashboard; null where it names none of its own. */
  find: call(
    z.strictObject({ profileId: z.string().max(64) }),
    z.strictObject({ dashboard: dashboardSchema.nullable() }),
  ),
};
