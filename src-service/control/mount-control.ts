import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { isLoopbackHost } from '../http/origins.ts';
import { controlClock } from './control-clock.ts';
import type { ControlOptions } from './control-options.ts';
import { controlFaults } from './control-faults.ts';
import { controlKeys } from './control-keys.ts';
import { controlReset } from './control-reset.ts';
import { controlScenario } from './control-scenario.ts';
import { controlState } from './control-state.ts';
import { controlStatus } from './control-status.ts';
import { controlTokens } from './control-tokens.ts';

const groups = [
  controlState,
  controlClock,
  controlStatus,
  controlFaults,
  controlReset,
  controlScenario,
  controlTokens,
  controlKeys,
];

const isFromHere = (request: FastifyRequest): boolean =>
  isLoopbackHost((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

/** Mounts the control endpoints: for this computer only, and with an API key like every other endpoint. */
export const mountControl = (app: FastifyInstance, options: ControlOptions): void => {
  app.register(
    async (control) => {
      control.addHook('onRequest', async (request, reply) => {
        if (!isFromHere(request)) return reply.refuse(new Refusal(403, 'Control answers on this computer only.'));
        const caller = await options.checkKey(request.headers.authorization);
        if (caller instanceof Refusal) return reply.refuse(caller);
        request.caller = caller;
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
