import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { routePath } from '#service/http/mount-operations.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { allowControl: true });
  await service.app.ready();
});
afterAll(() => service.end());

/** The router's routes as "METHOD path". Skips HEAD, which each GET implies, and OPTIONS, used for preflights. */
const routesOf = (printed: string): string[] => {
  const routes: string[] = [];
  const prefix: string[] = [];
  for (const line of printed.split('\n')) {
    const match = /^(?<indent>[ │]*)(?:├──|└──) (?<path>[^(]*?)(?: \((?<methods>[A-Z, ]+)\))?$/.exec(line);
    const { indent = '', path = '', methods } = match?.groups ?? {};
    if (match === null) continue;
    prefix.splice(indent.length / 4);
    prefix.push(path);
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${prefix.join('')}`);
  }
  return routes;
};

test('the table and the router have the same operations', { tags: '@X1' }, () => {
  const isApi = (route: string): boolean => / \/(?:api\/|healthz)/.test(route);
  const mounted = routesOf(service.app.printRoutes({ commonPrefix: true })).filter(isApi);
  const expected = Object.values<Operation>(operations).flatMap(({ method, path, fromBrowser }) => [
    `${method} ${routePath(path)}`,
    ...(method === 'GET' ? [`HEAD ${routePath(path)}`] : []),
    ...(fromBrowser ? [`OPTIONS ${routePath(path)}`] : []),
  ]);
  expect([...mounted].sort()).toEqual([...new Set(expected)].sort());
  expect(mounted.length).toBeGreaterThan(12);
});

test('operation IDs are unique, and every operation declares the responses 200, 401 and 500', { tags: '@X1' }, () => {
  const all = Object.values<Operation>(operations);
  expect(new Set(all.map(({ id }) => id)).size).toBe(8);
  for (const { replies } of all) expect(Object.keys(replies)).toEqual(expect.arrayContaining(['200', '401', '500']));
});
