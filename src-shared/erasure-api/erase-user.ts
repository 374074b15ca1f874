import { z } from 'zod';
import { bodyRefusals } from '../migration-api/api-error.ts';
import type { Operation } from '../migration-api/operations.ts';

export const erasedUser = 'erased-user';

/** Services have accepted only UUIDs and email addresses, but seeded and imported rows may have other user IDs. */
export const erasedUserIdSchema = z
  .string({ error: 'user_id must be a string.' })
  .min(1, 'user_id must not be empty.')
  .max(254, 'user_id must have at most 254 characters.')
  .refine((text) => text !== erasedUser, `user_id must not be ${erasedUser}.`);

const erasedSchema = z.strictObject({
  user_id: z.string(),
  migrations: z.int().min(0).describe('Number of migrations whose end user was erased by this call'),
  erased: z.literal(true),
});
export type Erased = z.infer<typeof erasedSchema>;

/** `POST /erasure/v1/users`. The ID is in the body, because proxies log paths. */
export const eraseUserCall = {
  id: 'erasure.v1.users.erase',
  method: 'POST',
  path: '/erasure/v1/users',
  credential: 'api-key',
  scopes: ['erase'],
  summary: "Erase an end user's data",
  description:
    'Replaces the end user in migrations, events and webhook bodies with `erased-user`, deletes item results, and ends migrations in progress. Repeating the call is safe.',
  body: z.object({ user_id: erasedUserIdSchema }),
  replies: { 200: erasedSchema, ...bodyRefusals },
} as const satisfies Operation;
