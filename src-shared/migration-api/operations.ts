import { z } from 'zod';
import { apiErrorSchema } from './api-error.ts';
import { companySchema } from './company.ts';
import { healthSchema } from './health.ts';
import { listOf, listQuerySchema } from './list-page.ts';
import { migrationSchema } from './migration.ts';
import { createModalBodySchema, modalSchema, resumedModalSchema } from './modal.ts';
import {
  accessTokenSchema,
  createAccessTokenBodySchema,
  createLinkTokenBodySchema,
  linkTokenSchema,
} from './tokens.ts';

/** Which credential an operation takes in its `Authorization: Bearer` header. */
export type Credential = 'api-key' | 'link-token-or-api-key' | 'access-token';

export interface Operation {
  /** Operation id, unique in the table. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path relative to the base address; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly credential: Credential;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Body schema per status code. */
  readonly replies: Readonly<Record<number, z.ZodType>>;
}

const refused = { 400: apiErrorSchema, 401: apiErrorSchema, 500: apiErrorSchema } as const;

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
    credential: 'api-key',
    replies: { 200: healthSchema, 401: apiErrorSchema, 500: apiErrorSchema },
  },
  getMigration: {
    id: 'api.v1.migrations.get',
    method: 'GET',
    path: '/api/v1/migrations/{id}',
    summary: 'Retrieve one migration',
    credential: 'api-key',
    params: z.object({ id: z.uuid({ error: 'id must be a UUID.' }) }),
    replies: { 200: migrationSchema, ...refused, 404: apiErrorSchema },
  },
  listMigrations: {
    id: 'api.v1.migrations.list',
    method: 'GET',
    path: '/api/v1/migrations',
    summary: "List the migrations of the caller's organization, newest first",
    credential: 'api-key',
    query: listQuerySchema,
    replies: { 200: listOf(migrationSchema), ...refused },
  },
  listCompanies: {
    id: 'api.v1.companies.list',
    method: 'GET',
    path: '/api/v1/companies',
    summary: "List the companies of the caller's organization, newest first",
    credential: 'api-key',
    query: listQuerySchema,
    replies: { 200: listOf(companySchema), ...refused },
  },
  createLinkToken: {
    id: 'api.v1.link-token.create',
    method: 'POST',
    path: '/api/v1/link-token',
    summary: "Create a link token; called by the organization's backend",
    credential: 'api-key',
    body: createLinkTokenBodySchema,
    replies: { 200: linkTokenSchema, ...refused },
  },
  createAccessToken: {
    id: 'api.v1.access-token.create',
    method: 'POST',
    path: '/api/v1/access-token',
    summary: 'Exchange a link token for an access token; called by the browser',
    credential: 'link-token-or-api-key',
    body: createAccessTokenBodySchema,
    replies: { 200: accessTokenSchema, ...refused },
  },
  createModal: {
    id: 'api.v1.migration-modal.create',
    method: 'POST',
    path: '/api/v1/migration-modal',
    summary: 'Create a modal for a new migration',
    credential: 'access-token',
    body: createModalBodySchema,
    replies: { 200: modalSchema, ...refused, 403: apiErrorSchema, 409: apiErrorSchema },
  },
  resumeModal: {
    id: 'api.v1.migration-modal.get',
    method: 'GET',
    path: '/api/v1/migration-modal',
    summary: 'Resume the modal of this access token',
    credential: 'access-token',
    replies: { 200: resumedModalSchema, ...refused, 403: apiErrorSchema, 404: apiErrorSchema },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
