import { z } from 'zod';

/** Body of `POST /link-token`: an object; properties that are not known are ignored. */
export const createLinkTokenBodySchema = z.looseObject({});
export const linkTokenSchema = z.strictObject({ link_token: z.string().describe('Opaque, 60 s, single use') });

export const createAccessTokenBodySchema = z.object({
  link_token: z.string({ error: 'link_token must be a text.' }).min(1, 'link_token must not be empty.'),
});
export const accessTokenSchema = z.strictObject({ access_token: z.string().describe('Opaque, 1 h') });
