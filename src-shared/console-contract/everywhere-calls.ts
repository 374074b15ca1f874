import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { call } from './call.ts';
import { environments } from './console-calls.ts';
import { migrationRowSchema } from './migrations-calls.ts';

/** What one profile says about an id. */
export const foundInProfileSchema = z.strictObject({
  profileId: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  colour: z.string(),
  /** `failed`: it could not be asked, or did not answer; `problem` says why. */
  result: z.enum(['found', 'not_found', 'failed']),
  migration: migrationRowSchema.nullable(),
  problem: appErrorSchema.nullable(),
});
export type FoundInProfile = z.infer<typeof foundInProfileSchema>;

export const everywhereCalls = {
  /**
   * Looks a migration up in every profile at once, one request each with the profile's own key (W7); within 10 s. What
   * is known earlier comes as `everywhere:found`.
   */
  find: call(z.strictObject({ id: z.uuid() }), z.array(foundInProfileSchema)),
};
