import { z } from 'zod';
import { apiErrorSchema, bodyRefusals, keyRefusals } from '../migration-api/api-error.ts';
import { idParams, integerText, singleString } from '../migration-api/list-page.ts';
import { boundSessionSchema } from '../migration-api/modal.ts';
import type { Operation } from '../migration-api/operations.ts';

export const hostedLinkLifetimeMs = 7 * 24 * 3_600_000;

const returnUrlMessage = 'return_url must be an https URL of at most 2000 characters.';

/** What a hosted link fixes. Unlike a link token, a hosted link always names its user. */
const hostedSessionSchema = boundSessionSchema.extend({
  user_id: boundSessionSchema.shape.user_id.unwrap(),
  return_url: z
    .url({ protocol: /^https$/, error: returnUrlMessage })
    .max(2_000, returnUrlMessage)
    // Requires `//`, because without it, the URL would be relative to the service. Rejects credentials.
    .regex(/^https:\/\/[^/?#@]+([/?#]|$)/, returnUrlMessage)
    .optional()
    .describe('Page that opens when the end user closes the modal'),
});
const retryOf = z.uuid().optional().describe('The migration whose failed items the link copies again');
export type HostedSession = z.output<typeof hostedSessionSchema> & { readonly retry_of?: string | undefined };

const hostedLinkSchema = hostedSessionSchema.extend({
  retry_of: retryOf,
  id: z.uuid(),
  status: z.enum(['active', 'expired', 'revoked']),
  migration_id: z.uuid().nullable().describe('The last migration that this link started'),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
});
export type HostedLink = z.output<typeof hostedLinkSchema>;

/** Outside `/api/v1`, because the specification doesn't define these calls. */
export const createHostedLink = {
  id: 'hosted-links.v1.create',
  method: 'POST',
  path: '/hosted-links/v1',
  summary: 'Create a link to a page of the service that opens the modal',
  description:
    'Send `url` to the end user, for example by mail. Only this response contains it. The link works for 7 days and for `user_id` only. Revoking the key revokes its links.',
  credential: 'api-key',
  scopes: ['link'],
  body: hostedSessionSchema,
  replies: { 200: hostedLinkSchema.extend({ url: z.url() }), ...bodyRefusals },
} as const satisfies Operation;

export const listHostedLinks = {
  id: 'hosted-links.v1.list',
  method: 'GET',
  path: '/hosted-links/v1',
  summary: 'List the hosted links, newest first',
  description: 'Includes revoked links. A link leaves the list within two days after it expires.',
  credential: 'api-key',
  scopes: ['read'],
  query: z.object({
    after: z
      .union([z.literal(''), singleString('after').pipe(idParams.shape.id)], {
        error: 'after must be a cursor from this service.',
      })
      .prefault(''),
    limit: integerText('limit', 1, 100).prefault('50'),
  }),
  replies: { 200: z.strictObject({ results: z.array(hostedLinkSchema), next: z.string().nullable() }), ...keyRefusals },
} as const satisfies Operation;

export const revokeHostedLink = {
  id: 'hosted-links.v1.revoke',
  method: 'DELETE',
  path: '/hosted-links/v1/{id}',
  summary: 'Revoke a hosted link',
  description: 'Ends a session that the link started; a copy in progress continues. Repeating the call is safe.',
  credential: 'api-key',
  scopes: ['link'],
  params: idParams,
  replies: { 200: hostedLinkSchema, ...bodyRefusals, 404: apiErrorSchema },
} as const satisfies Operation;

export const createRetryLink = {
  id: 'retries.v1.create',
  method: 'POST',
  path: '/retries/v1/migrations/{id}',
  summary: 'Create a hosted link that retries the failed items of a migration',
  description: [
    'Send `url` to the end user of the migration, who must sign in again. The link starts another migration, which copies',
    "the failed items only; the first migration doesn't change. A migration that is in progress, that has no failed items,",
    'or whose report is deleted returns 409.',
  ].join(' '),
  credential: 'api-key',
  scopes: ['link'],
  params: idParams,
  body: hostedSessionSchema.pick({ locale: true, return_url: true }),
  replies: { 200: createHostedLink.replies[200], ...bodyRefusals, 404: apiErrorSchema, 409: apiErrorSchema },
} as const satisfies Operation;

export const hostedLinkCalls = { createHostedLink, listHostedLinks, revokeHostedLink, createRetryLink } as const;
