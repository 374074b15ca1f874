import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { everywhereLimits } from '../everywhere-limits.ts';
import { call } from './call.ts';
import { environments } from '../environments.ts';
import { migrationRowSchema } from './migrations-calls.ts';

export const searchedProfileSchema = z.strictObject({
  profileId: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  colour: z.string(),
  /** If `failed`, the search stopped for the reason in `problem`. Earlier results stay. */
  phase: z.enum(['searching', 'searched', 'failed']),
  /** Number of migrations searched. `total` is null if the service reports no total. */
  rows: z.int(),
  total: z.int().nullable(),
  matched: z.int(),
  migrations: z.array(migrationRowSchema.extend({ companyName: z.string().nullable() })).max(everywhereLimits.shown),
  problem: appErrorSchema.nullable(),
});
export type SearchedProfile = z.infer<typeof searchedProfileSchema>;

export const everywhereCalls = {
  /**
   * Searches every profile for a user, company or ID, within `everywhereLimits`. Looks up a whole ID with one request
   * per profile, within 10 s. Emits `everywhere:searched` for each result. Cancelling the call stops the search.
   */
  search: call(
    z.strictObject({ text: z.string().trim().min(2).max(everywhereLimits.text) }),
    z.array(searchedProfileSchema),
  ),
};
