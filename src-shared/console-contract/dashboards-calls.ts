import { z } from 'zod';
import { call } from './call.ts';

const addressSchema = z.string().max(2_000);

const dashboardSchema = z.strictObject({
  url: addressSchema,
  /** URL that lets the user create a replacement key. Null if the profile has no key. */
  rotateUrl: addressSchema.nullable(),
});

export const dashboardsCalls = {
  /** Finds the dashboard of a profile's service without sending the key. Null if the service has no dashboard. */
  find: call(
    z.strictObject({ profileId: z.string().max(64) }),
    z.strictObject({ dashboard: dashboardSchema.nullable() }),
  ),
};
