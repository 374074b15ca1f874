import type { FastifyInstance } from 'fastify';
import { type ErrorShape, errorBody } from '../http/refusal.ts';
import { applyDrop } from './effects/drop.ts';
import { applyLatency } from './effects/latency.ts';
import { applyOversize } from './effects/oversize.ts';
import { applyStall } from './effects/stall.ts';
import { applyBody, applyStatus } from './effects/status.ts';
import { applyTruncate } from './effects/truncate.ts';
import { applyWrongJson } from './effects/wrong-json.ts';
import type { FaultList } from './fault-list.ts';
import type { FaultEffect } from './fault-rule.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that this request meets. */
    fault: FaultEffect | null;
  }
}

/** Disturbs matched requests. The control endpoints are never disturbed, so that a rule can always be taken away. */
export const applyFaults = (app: FastifyInstance, faults: FaultList, shape: ErrorShape): void => {
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return undefined;
    const effect = faults.meet(request.method, path);
    if (effect === undefined) return undefined;
    request.fault = effect;
    await applyLatency(effect, request);
    const message = 'This reply was made by a fault rule.';
    return applyStatus(effect, reply, (status) => errorBody(shape, status, message)) ? reply : undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    if (fault === null) return payload;
    if (fault.headers !== undefined) reply.headers(fault.headers);
    await applyStall(fault, request, faults);
    applyDrop(fault, request);
    if (typeof payload !== 'string') return payload;
    const text = applyWrongJson(fault, applyBody(fault, payload));
    return applyTruncate(fault, request, reply, text) ?? applyOversize(fault, reply, text) ?? text;
  });
};
