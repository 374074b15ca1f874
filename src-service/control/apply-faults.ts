import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PerOrganization } from './control-memory.ts';
import { addCorsHeaders } from '../http/security-headers.ts';
import { isBrowserPath } from '../http/mount-operations.ts';
import { type ErrorShape, errorBody } from '../http/refusal.ts';
import {
  applyBody,
  applyDrop,
  applyLatency,
  applyOversize,
  applyStall,
  applyStatus,
  applyTruncate,
  applyWrongJson,
} from './fault-effects.ts';
import type { FaultList, MetFault } from './fault-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that this request meets, and the rules that it comes from. */
    fault: (MetFault & { readonly rules: FaultList }) | null;
  }
}

interface FaultOptions {
  readonly faults: PerOrganization<FaultList>;
  /** Whose request this is; undefined where that cannot be told. */
  readonly organizationOf: (request: FastifyRequest) => Promise<number | undefined>;
  readonly shape: ErrorShape;
}

/**
 * Disturbs matched requests of the organization that made the rule. The control endpoints are never disturbed, so that a
 * rule can always be taken away.
 */
export const applyFaults = (app: FastifyInstance, { faults, organizationOf, shape }: FaultOptions): void => {
  const rulesFor = async (request: FastifyRequest): Promise<FaultList | undefined> => {
    if (![...faults.all()].some((list) => list.list().length > 0)) return undefined;
    const organization = await organizationOf(request);
    return organization === undefined ? undefined : faults.of(organization);
  };
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return undefined;
    const rules = await rulesFor(request);
    const met = rules?.meet(request.method, path);
    if (rules === undefined || met === undefined) return undefined;
    request.fault = { ...met, rules };
    await applyLatency(met.effect, request);
    // The endpoint itself would have let a page read the reply: without it the page sees a network error, not a status.
    if (met.effect.status !== undefined && isBrowserPath(path)) addCorsHeaders(request, reply);
    const message = 'This reply was made by a fault rule.';
    return applyStatus(met.effect, reply, (status) => errorBody(shape, status, message)) ? reply : undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.fault === null) return payload;
    const { effect } = request.fault;
    if (effect.headers !== undefined) reply.headers(effect.headers);
    await applyStall(request.fault, request, request.fault.rules);
    applyDrop(effect, request);
    if (typeof payload !== 'string') return payload;
    const text = applyWrongJson(effect, applyBody(effect, payload));
    return applyTruncate(effect, request, reply, text) ?? applyOversize(effect, reply, text) ?? text;
  });
};
