import { z } from 'zod';
import { apiErrorSchema } from './api-error.ts';
import { companySchema } from './company.ts';
import type { KeyScope } from './key-scopes.ts';
import { listOf, listQuerySchema } from './list-page.ts';
import { migrationSchema } from './migration.ts';
import {
  accessTokenSchema,
  createAccessTokenBodySchema,
  createLinkTokenBodySchema,
  createModalBodySchema,
  linkTokenSchema,
  modalSchema,
  resumedModalSchema,
  resumeModalQuerySchema,
} from './modal.ts';

/** Reply of `GET /healthz`; `now` is the service's own clock. */
const healthSchema = z.strictObject({ status: z.literal('ok'), version: z.string(), now: z.iso.datetime() });

/** Which credential an operation takes in its `Authorization: Bearer` header. */
export type Credential = 'api-key' | 'link-token-or-api-key' | 'access-token';

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path relative to the base URL; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** What the specification leaves open, and this service's answer to it; Markdown. */
  readonly description: string;
  readonly credential: Credential;
  /** The scope that an API key needs for it; without one, every key may. */
  readonly scope?: KeyScope;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly replies: Readonly<Record<number, z.ZodType>> & { readonly 200: z.ZodType };
  /** Web pages call it: it answers CORS, all others do not. */
  readonly fromBrowser?: true;
}

/** What of an operation the router needs; calls outside the API's document have no more. */
export type MountedOperation = Omit<Operation, 'summary' | 'description'>;

const refused = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  421: apiErrorSchema,
  429: apiErrorSchema,
  500: apiErrorSchema,
} as const;
/** What a key without the scope gets. */
const outOfScope = { 403: apiErrorSchema } as const;
const refusedBody = { ...refused, 413: apiErrorSchema, 415: apiErrorSchema } as const;

const listDescription = [
  '`page` counts from 1; `page_size` is from 1 to 100, 10 when left out. A value that is not an integer of its range,',
  'an empty one and a repeated parameter are refused with 400. A page past the end has no results and the right total.',
  'Newest `created` first; rows that are added later never change the order of the others.',
].join(' ');

/**
 * Every operation of the API (specification, "Endpoints"). The service mounts its routes from this table, the console's
 * client sends from it, and the OpenAPI document is written from it.
 */
export const operations = {
  checkHealth: {
    id: 'api.v1.healthz',
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the service answers and that the key is accepted',
    description: "`now` is the time by the service's own clock.",
    credential: 'api-key',
    replies: { 200: healthSchema, ...refused },
  },
  getMigration: {
    id: 'api.v1.migrations.get',
    method: 'GET',
    path: '/api/v1/migrations/{id}',
    summary: 'Retrieve one migration',
    description:
      'An id that is no UUID is refused with 400. A migration of another organization answers 404, as if it did not exist.',
    credential: 'api-key',
    scope: 'read',
    params: z.object({ id: z.uuid({ error: 'id must be a UUID.' }) }),
    replies: { 200: migrationSchema, ...refused, ...outOfScope, 404: apiErrorSchema },
  },
  listMigrations: {
    id: 'api.v1.migrations.list',
    method: 'GET',
    path: '/api/v1/migrations',
    summary: "List the migrations of the caller's organization, newest first",
    description: listDescription,
    credential: 'api-key',
    scope: 'read',
    query: listQuerySchema,
    replies: { 200: listOf(migrationSchema), ...refused, ...outOfScope },
  },
  listCompanies: {
    id: 'api.v1.companies.list',
    method: 'GET',
    path: '/api/v1/companies',
    summary: "List the companies of the caller's organization, newest first",
    description: `${listDescription} Every field of a company is always there.`,
    credential: 'api-key',
    scope: 'read',
    query: listQuerySchema,
    replies: { 200: listOf(companySchema), ...refused, ...outOfScope },
  },
  createLinkToken: {
    id: 'api.v1.link-token.create',
    method: 'POST',
    path: '/api/v1/link-token',
    summary: "Create a link token; called by the organization's backend",
    description:
      'The body is a JSON object; no property of it is known, and unknown ones are ignored. The token lives 60 seconds and works once. Revoking the key ends every token that was made with it.',
    credential: 'api-key',
    scope: 'link',
    body: createLinkTokenBodySchema,
    replies: { 200: linkTokenSchema, ...refusedBody, ...outOfScope },
  },
  createAccessToken: {
    id: 'api.v1.access-token.create',
    method: 'POST',
    path: '/api/v1/access-token',
    summary: 'Exchange a link token for an access token; called by the browser',
    description: [
      'The credential is the link token itself or an API key of the organization that made it. A bearer without a key',
      'prefix is read as a link token; one that differs from the body is refused, and neither is consumed. A link token',
      'that cannot be exchanged answers 401 with `The link token has expired.`, `The link token was already used.` or',
      '`The link token is not valid.` Of any number of exchanges at once exactly one succeeds. The cookie that comes along',
      'is HttpOnly, lives one hour, holds a random id, and opens nothing by itself.',
    ].join(' '),
    credential: 'link-token-or-api-key',
    scope: 'link',
    fromBrowser: true,
    body: createAccessTokenBodySchema,
    replies: { 200: accessTokenSchema, ...refusedBody, ...outOfScope },
  },
  createModal: {
    id: 'api.v1.migration-modal.create',
    method: 'POST',
    path: '/api/v1/migration-modal',
    summary: 'Create a modal for a new migration',
    description: [
      'Creates the migration and its modal. A second call with the same access token answers with the modal that is open,',
      'or makes a new migration when the last one has ended; another user or other providers while one is open answer 409.',
      'The page that sent the last accepted request (its `Origin`) may frame the modal and hears its events; the origin',
      '`null`, and one that is neither https nor loopback, answer 403. The address of the modal names no token; it answers',
      '404 when it is unknown and 410 when its migration has ended.',
    ].join(' '),
    credential: 'access-token',
    fromBrowser: true,
    body: createModalBodySchema,
    replies: { 200: modalSchema, ...refusedBody, 403: apiErrorSchema, 409: apiErrorSchema },
  },
  resumeModal: {
    id: 'api.v1.migration-modal.get',
    method: 'GET',
    path: '/api/v1/migration-modal',
    summary: 'Resume the modal of this access token',
    description: 'The access token names the modal; 404 when it has none. `status` is that of the migration.',
    credential: 'access-token',
    fromBrowser: true,
    query: resumeModalQuerySchema,
    replies: { 200: resumedModalSchema, ...refused, 403: apiErrorSchema, 404: apiErrorSchema },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
