import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultEffect } from '#shared/service-control/control-state.ts';
import { addCorsHeaders } from '../http/security-headers.ts';
import { isBrowserPath } from '../http/mount-operations.ts';
import { type ErrorShape, errorBody } from '../http/refusal.ts';
import type { FaultRuleStore, MetFault } from '../store/control-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: RequestFault | null;
  }
}

interface RequestFault extends MetFault {
  readonly organization: number;
}

const applyLatency = async ({ latency_ms: latency }: FaultEffect, request: FastifyRequest): Promise<void> => {
  if (latency === undefined) return;
  const connectionEnd = new AbortController();
  request.raw.socket.once('close', () => connectionEnd.abort());
  await wait(latency, undefined, { signal: connectionEnd.signal }).catch(() => {});
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const applyStatus = (effect: FaultEffect, reply: FastifyReply, errorText: (status: number) => string): boolean => {
  if (effect.status === undefined) return false;
  const isBodyless = effect.status === 204 || effect.status === 304;
  const text = effect.body === undefined ? errorText(effect.status) : textOf(effect.body);
  reply
    .code(effect.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(isBodyless ? undefined : text);
  return true;
};

const applyBody = ({ status, body }: FaultEffect, payload: string): string =>
  status === undefined && body !== undefined ? textOf(body) : payload;

const applyStall = async (
  { organization, ruleId, effect }: RequestFault,
  request: FastifyRequest,
  faults: FaultRuleStore,
): Promise<void> => {
  const { socket } = request.raw;
  if (effect.stall && !socket.destroyed) await faults.hold(organization, ruleId, once(socket, 'close'));
};

const applyDrop = ({ drop }: FaultEffect, request: FastifyRequest): void => {
  if (drop) request.raw.socket.destroy();
};

const applyWrongJson = ({ wrong_json: wrong }: FaultEffect, payload: string): string =>
  wrong ? payload.slice(0, Math.max(Math.floor(payload.length / 2), 1)) : payload;

/** Delay before closing the connection, so that the bytes are sent first. */
const flushMs = 20;

const applyTruncate = (
  { truncate_after: length }: FaultEffect,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Readable | undefined => {
  if (length === undefined) return undefined;
  const payloadBytes = Buffer.from(payload);
  reply.header('content-length', payloadBytes.length);
  const sendStart = async function* (): AsyncGenerator<Buffer> {
    yield payloadBytes.subarray(0, length);
    await wait(flushMs);
    request.raw.socket.destroy();
  };
  return Readable.from(sendStart(), { objectMode: false });
};

/** A shared block of spaces, so that padding of any length needs no memory. */
const blankChunk = Buffer.alloc(65_536, ' ');

/** Pads the body with spaces, which JSON allows, up to the size. Undefined without this effect. */
const applyOversize = (
  { oversize_bytes: length }: FaultEffect,
  reply: FastifyReply,
  payload: string,
): Readable | undefined => {
  if (length === undefined) return undefined;
  const body = Buffer.from(payload);
  const fillWithBlanks = function* (): Generator<Buffer> {
    yield body;
    for (let bytesLeft = length - body.length; bytesLeft > 0; bytesLeft -= blankChunk.length)
      yield blankChunk.subarray(0, bytesLeft);
  };
  reply.header('content-length', Math.max(length, body.length));
  return Readable.from(fillWithBlanks(), { objectMode: false });
};

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
