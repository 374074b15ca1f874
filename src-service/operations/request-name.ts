import type { FastifyRequest } from 'fastify';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { routePath } from '../http/mount-operations.ts';

const idOfRoute = new Map(
  Object.values<Operation>(operations).map(({ id, method, path }) => [`${method} ${routePath(path)}`, id]),
);

/**
 * Returns the name for metrics and traces: the operation ID, or method and route pattern. Never the requested path,
 * which may contain IDs and modal URLs and has unlimited values.
 */
export const requestName = ({ method, is404, routeOptions: { url } }: FastifyRequest): string =>
  is404 || url === undefined ? 'unknown' : (idOfRoute.get(`${method} ${url}`) ?? `${method} ${url}`);
