import { z } from 'zod';
import { isStorable } from '../storable-text.ts';
import { migrationStatusSchema } from './migration-status.ts';

/** Body of `POST /link-token`: an object; properties that are not known are ignored. */
export const createLinkTokenBodySchema = z.looseObject({});
export const linkTokenSchema = z.strictObject({ link_token: z.string().describe('Opaque, 60 s, single use') });

export const createAccessTokenBodySchema = z.object({
  link_token: z.string({ error: 'link_token must be a text.' }).min(1, 'link_token must not be empty.'),
});
export const accessTokenSchema = z.strictObject({ access_token: z.string().describe('Opaque, 1 h') });

/** Of the path of a mail, less its brackets (RFC 5321, 4.5.3.1.3). The browser of an end user sends it, and it is kept. */
const longestMailAddress = 254;

/** An end user: a UUID or an email address (specification, "LinkOptions"). */
const userIdSchema = z.union([z.uuid(), z.email().max(longestMailAddress)], {
  error: 'user_id must be a UUID or an email address.',
});

/** Body of `POST /migration-modal`. */
export const createModalBodySchema = z.object({
  user_id: userIdSchema,
  source_providers: z
    .array(z.string().min(1).max(100).refine(isStorable, 'source_providers must be text without NUL.'))
    .max(50)
    .optional(),
});

/** Modal record as created (specification, "Modal record"). */
export const modalSchema = z.strictObject({ url: z.url() });
/** Modal record as resumed: with the status of its migration. */
export const resumedModalSchema = z.strictObject({ url: z.url(), status: migrationStatusSchema });
