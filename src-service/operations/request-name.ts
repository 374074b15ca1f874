import type { FastifyRequest } from 'fastify';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { routePath } from '../http/mount-operations.ts';

const idOfRoute = new Map(
  Object.values<Operation>(operations).map(({ id, method, path }) => [`${method} ${routePath(path)}`, id]),
);

/**
 * Name for metrics and traces: the operation ID, else method and route pattern. Never the requested path, which may
 * contain IDs and modal URLs and is unbounded.
 */
export const requestName = ({ method, is404, routeOptions: { url } }: FastifyRequest): string =>
  is404 || url === undefined ? 'unknown' : (idOfRoute.get(`${method} ${url}`) ?? `${method} ${url}`);
