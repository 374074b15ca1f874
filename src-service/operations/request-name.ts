import type { FastifyRequest } from 'fastify';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { routePath } from '../http/mount-operations.ts';

const idOfRoute = new Map(
  Object.values<Operation>(operations).map(({ id, method, path }) => [`${method} ${routePath(path)}`, id]),
);

/**
 * What a request is counted and traced under: the id of an operation, else the method and path of a route as the code has
 * them. Never a path that somebody sent, which may hold ids and the address of a modal and would be a name without end.
 */
export const requestName = ({ method, is404, routeOptions: { url } }: FastifyRequest): string =>
  is404 || url === undefined ? 'unknown' : (idOfRoute.get(`${method} ${url}`) ?? `${method} ${url}`);
