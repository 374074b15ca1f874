import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultScopes } from '#shared/migration-api/key-scopes.ts';
import { isProxied } from '../http/host-guard.ts';
import { acceptEmptyBodies } from '../http/mount-operations.ts';
import { isLoopbackHost } from '../http/origins.ts';
import { outOfScope, refuse } from '../http/refusal.ts';
import { controlBrand } from './control-brand.ts';
import { controlKeys, controlTokens } from './control-credentials.ts';
import { type ControlOptions, keyIdOf, organizationOf } from './control-options.ts';
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

const isFromLoopback = (request: FastifyRequest): boolean =>
  isLoopbackHost((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

/** Whether `Host` is a loopback name with the called port. Proxies often send their own host. */
const isCalledByName = ({ headers, socket }: FastifyRequest): boolean => {
  const { hostname, port } = new URL(`http://${headers.host}`);
  return isLoopbackHost(hostname) && (socket.localPort === undefined || Number(port || 80) === socket.localPort);
};

const refuseElsewhere = (request: FastifyRequest): void => {
  if (!isFromLoopback(request)) refuse(403, 'Only requests from this device can use /control.');
  if (isProxied(request) || !isCalledByName(request))
    refuse(403, `/control doesn't work through a proxy. Call http://127.0.0.1:${request.socket.localPort} directly.`);
};

/** Accepts only calls from this device without a proxy. A call affects only the organization of its API key. */
export const mountControl = (app: FastifyInstance, options: ControlOptions): void => {
  app.register(
    async (control) => {
      // The audit entry is written first: a change that can't be audited must fail.
      const audit = async (request: FastifyRequest): Promise<void> => {
        const organization = await options.store.seed.organization(organizationOf(request));
        const details = { call: `${request.method} ${request.routeOptions.url}` };
        const event = { action: 'control', by: keyIdOf(request), organization: organization?.id, details } as const;
        await options.store.audit.append(event, await options.store.clock.now());
      };
      control.addHook('onRequest', async (request) => {
        refuseElsewhere(request);
        const caller = await options.checkKey(request);
        const missingScopeName = defaultScopes.find((scope) => !caller.scopes.includes(scope));
        if (missingScopeName !== undefined) outOfScope(missingScopeName);
        request.caller = caller;
      });
      // Checks the key again, because it may have been revoked while the body was read.
      control.addHook('preHandler', async (request) => {
        await options.checkKey(request);
        if (request.method !== 'GET' && request.method !== 'HEAD') await audit(request);
      });
      acceptEmptyBodies(control);
      for (const mount of groups) mount(control, options);
    },
    { prefix: '/control' },
  );
};
