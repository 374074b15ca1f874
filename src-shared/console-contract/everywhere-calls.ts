import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { everywhereLimits } from '../everywhere-limits.ts';
import { call } from './call.ts';
import { environments } from '../environments.ts';
import { migrationRowSchema } from './migrations-calls.ts';

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

export const searchedProfileSchema = z.strictObject({
  ...foundInProfileSchema.pick({ profileId: true, name: true, environment: true, colour: true }).shape,
  /** `failed`: it could not be read on; `problem` says why. What was found before stays. */
  phase: z.enum(['searching', 'searched', 'failed']),
  /** Migrations that were looked at, of how many; null where the service says no total. */
  rows: z.int(),
  total: z.int().nullable(),
  matched: z.int(),
  migrations: z.array(migrationRowSchema.extend({ companyName: z.string().nullable() })).max(everywhereLimits.shown),
  problem: appErrorSchema.nullable(),
});
export type SearchedProfile = z.infer<typeof searchedProfileSchema>;

export const everywhereCalls = {
  /**
   * Looks a migration up in every profile at once, one request each with the profile's own key (W7); within 10 s. What
   * is known earlier comes as `everywhere:found`.
   */
  find: call(z.strictObject({ id: z.uuid() }), z.array(foundInProfileSchema)),
  /**
   * Searches every profile for a person, a company or an id at once, each with its own key: what the service has newest, as
   * far as `everywhereLimits` says. What is known earlier comes as `everywhere:searched`; a call that is cancelled ends it.
   */
  search: call(
    z.strictObject({ text: z.string().trim().min(2).max(everywhereLimits.text) }),
    z.array(searchedProfileSchema),
  ),
};
