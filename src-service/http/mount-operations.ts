import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Credential,
  type MountedOperation,
  type Operation,
  type OperationName,
  operations,
  readOutcome,
} from '#shared/migration-api/operations.ts';
import type { Caller, Credentials } from './callers.ts';
import { type OperationHandlers, type OperationRequest, WithHeaders } from './operation-handlers.ts';
import { outOfScope } from './refusal.ts';
import { addCorsHeaders, mountPreflight } from './security-headers.ts';

export const jsonReply = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller identified by the credential. Null before the check, and for operations without a credential. */
    caller: Caller | null;
  }
}

export type CredentialCheck = (request: Credentials) => Promise<Caller>;

export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const maxNamedCharacters = 100;

/** Refuses parameters that the schema lacks, because an ignored filter would return unwanted rows. */
export const strictQuery = (query: z.ZodObject = z.object({})): z.ZodType =>
  z.strictObject(query.shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown query parameter: ${issue.keys.join(', ').slice(0, maxNamedCharacters)}.`
        : undefined,
  });

const schemaOf = ({ params, query, body, replies }: MountedOperation) => ({
  ...(params && { params }),
  querystring: strictQuery(query),
  ...(body && { body }),
  // Fastify compiles a serializer from this schema. Errors are sent as strings and need no serializer.
  response: { 200: jsonReply(replies[200]) },
});

const browserCalls: ReadonlyMap<string, readonly Operation[]> = Map.groupBy(
  [...Object.values<Operation>(operations), readOutcome].filter(({ fromBrowser }) => fromBrowser),
  ({ path }) => path,
);

export const isBrowserPath = (path: string): boolean => browserCalls.has(path);

export const mountOperation = (
  app: FastifyInstance,
  operation: MountedOperation,
  check: CredentialCheck,
  handle: (request: FastifyRequest, caller: Caller | null) => Promise<unknown>,
): void => {
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    schema: schemaOf(operation),
    onRequest: async (request, reply) => {
      if (operation.fromBrowser) addCorsHeaders(request, reply);
      request.caller = await check(request);
    },
    // Runs after rate limiting, which counts by key, and before the body is read.
    preParsing: async ({ caller }) => {
      const { scope } = operation;
      if (scope !== undefined && caller?.scopes?.includes(scope) === false) outOfScope(scope);
    },
    handler: async (request, reply) => {
      // Checks the key again, because it may have been revoked while the body was read.
      const caller = operation.body === undefined ? request.caller : await check(request);
      const answer = await handle(request, caller);
      if (answer instanceof WithHeaders) return reply.headers(answer.headers).send(answer.body);
      return reply.send(answer);
    },
  });
};

export const mountOperations = (
  app: FastifyInstance,
  handlers: OperationHandlers,
  checks: Readonly<Record<Credential, CredentialCheck>>,
): void => {
  for (const name of Object.keys(handlers) as OperationName[]) {
    const operation: Operation = operations[name];
    const handle = handlers[name] as (request: OperationRequest<OperationName>) => Promise<unknown>;
    mountOperation(app, operation, checks[operation.credential], ({ params, query, body, headers, id }, caller) =>
      handle({ params, query, body, caller, headers, requestId: id } as OperationRequest<OperationName>),
    );
  }
  for (const [path, calls] of browserCalls)
    mountPreflight(
      app,
      path,
      calls.map(({ method }) => method),
    );
};
