import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Credential, type Operation, type OperationName, operations } from '#shared/migration-api/operations.ts';
import { JsonText, type OperationHandlers, type OperationRequest } from './operation-handlers.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the credential of an operation speaks for; null before the check. */
    caller: unknown;
  }
}

/** Turns a request's credential into its caller, or refuses. */
export type CredentialCheck = (request: FastifyRequest) => Promise<unknown>;

const jsonType = 'application/json; charset=utf-8';

/** The path of the table in the router's notation. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const schemaOf = ({ params, query, body, replies }: Operation) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  // Fastify compiles a serialiser from each; errors are sent as text and need none.
  response: { 200: z.toJSONSchema(replies[200] ?? z.never(), { target: 'draft-7', io: 'output' }) },
});

/** Mounts every operation of the table: credential first, then path and query and body, then the handler. */
export const mountOperations = (
  app: FastifyInstance,
  handlers: Partial<OperationHandlers>,
  checks: Readonly<Partial<Record<Credential, CredentialCheck>>>,
): void => {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('caller', null);
  for (const name of Object.keys(handlers) as OperationName[]) {
    const operation: Operation = operations[name];
    const handle = handlers[name] as (request: OperationRequest<OperationName>) => Promise<unknown>;
    const check = checks[operation.credential];
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      schema: schemaOf(operation),
      onRequest: async (request, reply) => {
        const caller = await check?.(request);
        if (caller instanceof Refusal) return reply.refuse(caller);
        request.caller = caller;
        return undefined;
      },
      handler: async (request, reply) => {
        const { params, query, body, caller, headers } = request;
        const answer = await handle({ params, query, body, caller, headers } as OperationRequest<OperationName>);
        if (answer instanceof Refusal) return reply.refuse(answer);
        if (answer instanceof JsonText) return reply.header('content-type', jsonType).send(answer.text);
        return reply.send(answer);
      },
    });
  }
};
