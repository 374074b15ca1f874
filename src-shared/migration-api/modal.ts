import { z } from 'zod';
import { migrationStatusSchema } from './migration-status.ts';

/** Of the path of a mail, less its brackets (RFC 5321, 4.5.3.1.3). The browser of an end user sends it, and it is kept. */
const longestMailAddress = 254;

/** An end user: a UUID or an email address (specification, "LinkOptions"). */
const userIdSchema = z.union([z.uuid(), z.email().max(longestMailAddress)], {
  error: 'user_id must be a UUID or an email address.',
});

/** Body of `POST /migration-modal`. */
export const createModalBodySchema = z.object({
  user_id: userIdSchema,
  source_providers: z.array(z.string().min(1).max(100)).max(50).optional(),
});

/** Modal record as created (specification, "Modal record"). */
export const modalSchema = z.strictObject({ url: z.url() });
/** Modal record as resumed: with the status of its migration. */
export const resumedModalSchema = z.strictObject({ url: z.url(), status: migrationStatusSchema });
