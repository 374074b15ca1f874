import { z } from 'zod';
import { apiErrorSchema, bodyRefusals, keyRefusals } from './api-error.ts';
import { companySchema } from './company.ts';
import type { KeyScope } from './key-scopes.ts';
import { idParams, listOf, listQuerySchema, migrationsQuerySchema } from './list-page.ts';
import { migrationSchema } from './migration.ts';
import {
  accessTokenSchema,
  createAccessTokenBodySchema,
  createLinkTokenBodySchema,
  createModalBodySchema,
  linkTokenSchema,
  modalSchema,
  resumedModalSchema,
  sessionOutcomeSchema,
  resumeModalQuerySchema,
} from './modal.ts';

/** Response of `GET /healthz`. `now` is the service's own time. */
const healthSchema = z.strictObject({ status: z.literal('ok'), version: z.string(), now: z.iso.datetime() });

/** `past-access-token` also accepts an expired access token while the service still stores it. */
export type Credential = 'api-key' | 'link-token-or-api-key' | 'access-token' | 'past-access-token';

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** Explains what the specification leaves open and how this service behaves. Markdown. */
  readonly description: string;
  readonly credential: Credential;
  /** Scopes that an API key needs. If omitted, the operation accepts every key. */
  readonly scopes?: readonly KeyScope[];
  /** A narrower scope that is enough without `scopes`. */
  readonly ownScope?: KeyScope;
  readonly params?: z.ZodType;
  /** Any other query parameter returns 400. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Null for a response without a body. */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
  /** True if web pages call the operation. Only these operations support CORS. */
  readonly fromBrowser?: true;
}

const listDescription = [
  'An invalid, empty or repeated parameter returns 400. A page past the end has no results and the right total.',
  'New rows never change the order of existing rows.',
].join(' ');

/** Every operation of the API (specification, "Endpoints"). Routes, client and OpenAPI derive from it. */
export const operations = {
  checkHealth: {
    id: 'api.v1.healthz',
    method: 'GET',
    path: '/healthz',
    summary: 'Check the connection and the key',
    description: "`now` is the time of the service's clock.",
    credential: 'api-key',
    replies: { 200: healthSchema, ...keyRefusals },
  },
  getMigration: {
    id: 'api.v1.migrations.get',
    method: 'GET',
    path: '/api/v1/migrations/{id}',
    summary: 'Retrieve one migration',
    description:
      "An ID that isn't a UUID returns 400. A migration of another organization returns 404, as if it didn't exist.",
    credential: 'api-key',
    scopes: ['read'],
    params: idParams,
    replies: { 200: migrationSchema, ...keyRefusals, 404: apiErrorSchema },
  },
  listMigrations: {
    id: 'api.v1.migrations.list',
    method: 'GET',
    path: '/api/v1/migrations',
    summary: "List the migrations of the caller's organization, newest first",
    description: `${listDescription} Filters combine with "and", repeated statuses with "or"; \`total\` counts the matches.`,
    credential: 'api-key',
    scopes: ['read'],
    query: migrationsQuerySchema,
    replies: { 200: listOf(migrationSchema), ...keyRefusals },
  },
  listCompanies: {
    id: 'api.v1.companies.list',
    method: 'GET',
    path: '/api/v1/companies',
    summary: "List the companies of the caller's organization, newest first",
    description: `${listDescription} A company always has every field.`,
    credential: 'api-key',
    scopes: ['read'],
    query: listQuerySchema,
    replies: { 200: listOf(companySchema), ...keyRefusals },
  },
  createLinkToken: {
    id: 'api.v1.link-token.create',
    method: 'POST',
    path: '/api/v1/link-token',
    summary: "Create a link token; called by the organization's backend",
    description:
      "The body is a JSON object. `user_id`, `source_providers`, `locale` and `metadata` bind the session: the page can't override them. Without `user_id`, the page names the user, and the service can't verify that user. Other properties are ignored. The token expires after 60 seconds and works once. Revoking the key revokes every token created with it.",
    credential: 'api-key',
    scopes: ['link'],
    body: createLinkTokenBodySchema,
    replies: { 200: linkTokenSchema, ...bodyRefusals },
  },
  createAccessToken: {
    id: 'api.v1.access-token.create',
    method: 'POST',
    path: '/api/v1/access-token',
    summary: 'Exchange a link token for an access token; called by the browser',
    description: [
      'The credential is the link token itself or an API key of its organization. A bearer without a key prefix',
      "counts as a link token. If the bearer differs from the body's link token, the service refuses the request and",
      "consumes neither. A link token that can't be exchanged returns 401 with `The link token has expired.`, `The link",
      "token was already used.` or `The link token is not valid.` Of several concurrent exchanges, exactly one succeeds. The response's cookie",
      'is HttpOnly, expires after one hour, contains a random ID and grants no access.',
    ].join(' '),
    credential: 'link-token-or-api-key',
    scopes: ['link'],
    fromBrowser: true,
    body: createAccessTokenBodySchema,
    replies: { 200: accessTokenSchema, ...bodyRefusals },
  },
  createModal: {
    id: 'api.v1.migration-modal.create',
    method: 'POST',
    path: '/api/v1/migration-modal',
    summary: 'Create a modal for a new migration',
    description: [
      'Creates the migration and its modal. A second call with the same access token returns the open modal,',
      'or creates a new migration if the last migration has ended. While a modal is open, another user or other providers',
      'return 409. If the link token was bound, its user, providers and language apply, and another `user_id` returns 403.',
      'The page that sent the last accepted request (its `Origin`) can embed the modal and receives its events. The origin',
      "`null`, or an origin that is neither https nor loopback, returns 403. The modal's URL contains no token. An unknown",
      'URL returns 404, and the URL of a migration that has ended returns 410.',
    ].join(' '),
    credential: 'access-token',
    fromBrowser: true,
    body: createModalBodySchema,
    replies: { 200: modalSchema, ...bodyRefusals, 409: apiErrorSchema },
  },
  resumeModal: {
    id: 'api.v1.migration-modal.get',
    method: 'GET',
    path: '/api/v1/migration-modal',
    summary: 'Resume the modal of this access token',
    description:
      "The access token selects the modal. An access token without a modal returns 404. `status` is the migration's status.",
    credential: 'access-token',
    fromBrowser: true,
    query: resumeModalQuerySchema,
    replies: { 200: resumedModalSchema, ...keyRefusals, 404: apiErrorSchema },
  },
} as const satisfies Record<string, Operation>;

/** Outside `/api/v1`, because the specification doesn't define this call. */
export const readCompany = {
  id: 'companies.v1.get',
  method: 'GET',
  path: '/companies/v1/{id}',
  summary: 'Retrieve one company',
  description: 'A company of another organization returns 404, as if it did not exist.',
  credential: 'api-key',
  scopes: ['read'],
  params: idParams,
  replies: { 200: companySchema, ...keyRefusals, 404: apiErrorSchema },
} as const satisfies Operation;

export const readOutcome = {
  id: 'sessions.v1.outcome',
  method: 'GET',
  path: '/sessions/v1/outcome',
  summary: "Get the outcome of this access token's migration",
  description: [
    'For the SDK. Also accepts an access token that expired less than 24 hours ago. `outcome` is the last event of the',
    'migration; it is missing while the migration is in progress. While the modal waits for the first sign-in, the call returns 404.',
  ].join(' '),
  credential: 'past-access-token',
  fromBrowser: true,
  replies: { 200: sessionOutcomeSchema, ...keyRefusals, 404: apiErrorSchema },
} as const satisfies Operation;
