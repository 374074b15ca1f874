import type { FastifyInstance } from 'fastify';
import { nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { routePath } from '../http/mount-operations.ts';

const byRoute = new Map(
  Object.values<Operation>(operations).map((operation) => [
    `${operation.method} ${routePath(operation.path)}`,
    operation,
  ]),
);

/** Checks every reply of an operation against the schema of its status; one that does not fit becomes a 500. */
export const checkReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const operation = byRoute.get(`${request.method} ${request.routeOptions.url}`);
    // What a fault rule made of a reply is not the service's answer.
    if (operation === undefined || request.fault || typeof payload !== 'string') return payload;
    const body: unknown = JSON.parse(payload);
    if (reply.statusCode !== 200 && nestedApiErrorSchema.safeParse(body).success) return payload;
    const schema = operation.replies[reply.statusCode];
    if (schema === undefined) throw new Error(`${operation.id} answers ${reply.statusCode}, which its table lacks`);
    schema.parse(body);
    return payload;
  });
};
