import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SeedStore } from '../store/seed-store.ts';

export type WriteLine = (line: string) => void;

interface KnownCaller {
  readonly keyId?: string | null;
  readonly organization?: number;
  readonly modal?: { readonly organization: number };
}

/** Writes the route's pattern instead of the path, which may contain IDs, and no user, query, header or body. */
export const writeAccessLog = (app: FastifyInstance, seed: Pick<SeedStore, 'organization'>, write: WriteLine): void => {
  const organizationIdOf = async ({ organization, modal }: KnownCaller): Promise<string | null> => {
    const number = organization ?? modal?.organization;
    const organizationRow = number === undefined ? undefined : await seed.organization(number).catch(() => undefined);
    return organizationRow?.id ?? null;
  };
  const routeOf = ({ is404, routeOptions }: FastifyRequest): string | null =>
    is404 ? null : (routeOptions.url ?? null);
  app.addHook('onResponse', async (request, reply) => {
    const caller = (request.caller ?? {}) as KnownCaller;
    write(
      JSON.stringify({
        time: new Date().toISOString(),
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        organization_id: await organizationIdOf(caller),
        key_id: caller.keyId ?? null,
      }),
    );
  });
};
