import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyScopes } from '#shared/migration-api/key-scopes.ts';
import { isPassedOn } from '../http/host-guard.ts';
import { isLoopbackHost } from '../http/origins.ts';
import { outOfScope, Refusal } from '../http/refusal.ts';
import { controlBrand } from './control-brand.ts';
import { controlKeys, controlTokens } from './control-credentials.ts';
import { type ControlOptions, keyOf, organizationOf } from './control-options.ts';
import { controlReset, controlStatus } from './control-rows.ts';
import { controlClock, controlFaults, controlScenario, controlState } from './control-settings.ts';

const groups = [
  controlState,
  controlClock,
  controlStatus,
  controlFaults,
  controlReset,
  controlScenario,
  controlTokens,
  controlKeys,
  controlBrand,
];

const isFromHere = (request: FastifyRequest): boolean =>
  isLoopbackHost((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

/** Whether `Host` is loopback and names the port that was called: a proxy often passes on the one of its own. */
const isCalledByName = ({ headers, socket }: FastifyRequest): boolean => {
  const { hostname, port } = new URL(`http://${headers.host}`);
  return isLoopbackHost(hostname) && (socket.localPort === undefined || Number(port || 80) === socket.localPort);
};

const refuseElsewhere = (request: FastifyRequest): Refusal | undefined => {
  if (!isFromHere(request)) return new Refusal(403, 'Control answers on this computer only.');
  if (!isPassedOn(request) && isCalledByName(request)) return undefined;
  const own = `http://127.0.0.1:${request.socket.localPort}`;
  return new Refusal(403, `Control does not answer through a proxy: call ${own} itself.`);
};

/**
 * Mounts the control endpoints: for this computer only, never through a proxy, and with an API key like every other
 * endpoint. Each of them reads and changes what belongs to the organization of that key, and nothing else.
 */
export const mountControl = (app: FastifyInstance, options: ControlOptions): void => {
  app.register(
    async (control) => {
      // Before the call does anything: what cannot be told of does not happen.
      const audit = async (request: FastifyRequest): Promise<void> => {
        const organization = await options.store.seed.organization(organizationOf(request));
        const details = { call: `${request.method} ${request.routeOptions.url}` };
        const event = { action: 'control', by: keyOf(request), organization: organization?.id, details } as const;
        await options.store.audit.append(event, await options.clock.now());
      };
      control.addHook('onRequest', async (request, reply) => {
        const elsewhere = refuseElsewhere(request);
        if (elsewhere !== undefined) return reply.refuse(elsewhere);
        const caller = await options.checkKey(request.headers.authorization);
        if (caller instanceof Refusal) return reply.refuse(caller);
        const missing = keyScopes.find((scope) => !caller.scopes.includes(scope));
        if (missing !== undefined) return reply.refuse(outOfScope(missing));
        request.caller = caller;
        return undefined;
      });
      // A body may come long after its head: what was revoked in between counts no more.
      control.addHook('preHandler', async (request, reply) => {
        const caller = await options.checkKey(request.headers.authorization);
        if (caller instanceof Refusal) return reply.refuse(caller);
        if (request.method !== 'GET' && request.method !== 'HEAD') await audit(request);
        return undefined;
      });
      // Most of these calls need no body: an empty one is none, even where the client names a type.
      const parseJson = control.getDefaultJsonParser('error', 'error');
      control.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
        body === '' ? done(null) : parseJson(request, body, done),
      );
      for (const mount of groups) mount(control, options);
    },
    { prefix: '/control' },
  );
};
