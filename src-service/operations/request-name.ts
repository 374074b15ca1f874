import type { FastifyRequest } from 'fastify';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { routePath } from '../http/mount-operations.ts';

const idOfRoute = new Map(
  Object.values<Operation>(operations).map(({ id, method, path }) => [`${method} ${routePath(path)}`, id]),
);

/** Names a request for metrics and traces. Never uses the requested path, which may contain IDs and modal URLs. */
export const requestName = ({ method, is404, routeOptions: { url } }: FastifyRequest): string =>
  is404 || url === undefined ? 'unknown' : (idOfRoute.get(`${method} ${url}`) ?? `${method} ${url}`);
