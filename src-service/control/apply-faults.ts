import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addCorsHeaders } from '../http/security-headers.ts';
import { isBrowserPath } from '../http/mount-operations.ts';
import { type ErrorShape, errorBody } from '../http/refusal.ts';
import type { FaultRuleStore } from '../store/control-store.ts';
import {
  applyBody,
  applyDrop,
  applyLatency,
  applyOversize,
  applyStall,
  applyStatus,
  applyTruncate,
  applyWrongJson,
  type RequestFault,
} from './fault-effects.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: RequestFault | null;
  }
}

interface FaultOptions {
  readonly faults: FaultRuleStore;
  readonly organizationOf: (request: FastifyRequest) => Promise<number | undefined>;
  readonly shape: ErrorShape;
}

/** Applies fault rules to their organization's requests. Control endpoints are exempt, so that rules can be deleted. */
export const applyFaults = (app: FastifyInstance, { faults, organizationOf, shape }: FaultOptions): void => {
  const takeFault = async (request: FastifyRequest, path: string): Promise<RequestFault | undefined> => {
    if (await faults.isEmpty()) return undefined;
    const organization = await organizationOf(request);
    const match = organization === undefined ? undefined : await faults.takeMatch(organization, request.method, path);
    return organization === undefined || match === undefined ? undefined : { ...match, organization };
  };
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return undefined;
    const match = await takeFault(request, path);
    if (match === undefined) return undefined;
    request.fault = match;
    await applyLatency(match.effect, request);
    // Without CORS headers, the page would see a network error instead of the status.
    if (match.effect.status !== undefined && isBrowserPath(path)) addCorsHeaders(request, reply);
    const message = 'A fault rule created this response.';
    return applyStatus(match.effect, reply, (status) => errorBody(shape, status, message)) ? reply : undefined;
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
