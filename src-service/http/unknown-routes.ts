import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );

const refuseMethod = (method: string, allow: string): Refusal =>
  new Refusal(405, `This path does not take ${method}; it takes ${allow}.`, { allow });

/**
 * Answers 404 for a path that no route has and 405 with `Allow` for a method that its path does not take. Fastify knows
 * only 404; the paths are collected as routes are added, so call this before them.
 */
export const answerUnknownRoutes = (app: FastifyInstance): void => {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  // A hook rather than the not-found handler: the body of a request to nowhere is not read first.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const path = request.url.split('?', 1)[0] ?? '';
    const found = [...known.values()].find(({ pattern }) => pattern.test(path));
    reply.refuse(
      found === undefined
        ? new Refusal(404, 'There is nothing at this path.')
        : refuseMethod(request.method, [...found.methods].sort().join(', ')),
    );
  });
};
