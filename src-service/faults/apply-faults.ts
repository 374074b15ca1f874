import type { FastifyInstance } from 'fastify';
import { addCorsHeaders } from '../http/cors.ts';
import { isBrowserPath } from '../http/mount-operations.ts';
import { type ErrorShape, errorBody } from '../http/refusal.ts';
import { applyDrop } from './effects/drop.ts';
import { applyLatency } from './effects/latency.ts';
import { applyOversize } from './effects/oversize.ts';
import { applyStall } from './effects/stall.ts';
import { applyBody, applyStatus } from './effects/status.ts';
import { applyTruncate } from './effects/truncate.ts';
import { applyWrongJson } from './effects/wrong-json.ts';
import type { FaultList, MetFault } from './fault-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that this request meets. */
    fault: MetFault | null;
  }
}

/** Disturbs matched requests. The control endpoints are never disturbed, so that a rule can always be taken away. */
export const applyFaults = (app: FastifyInstance, faults: FaultList, shape: ErrorShape): void => {
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return undefined;
    const met = faults.meet(request.method, path);
    if (met === undefined) return undefined;
    request.fault = met;
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
    await applyStall(request.fault, request, faults);
    applyDrop(effect, request);
    if (typeof payload !== 'string') return payload;
    const text = applyWrongJson(effect, applyBody(effect, payload));
    return applyTruncate(effect, request, reply, text) ?? applyOversize(effect, reply, text) ?? text;
  });
};
