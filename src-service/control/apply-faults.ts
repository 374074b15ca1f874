import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** Delay before closing the connection, so that the bytes are sent first. */
const flushMs = 20;

async function* truncatedBody(body: Buffer, length: number, socket: Socket): AsyncGenerator<Buffer> {
  yield body.subarray(0, length);
  await wait(flushMs);
  socket.destroy();
}

/** A shared block of spaces, so that padding of any length needs no memory. */
const blankChunk = Buffer.alloc(65_536, ' ');

/** Pads the body with spaces, which JSON allows, up to the size. */
function* paddedBody(body: Buffer, length: number): Generator<Buffer> {
  yield body;
  for (let bytesLeft = length - body.length; bytesLeft > 0; bytesLeft -= blankChunk.length)
    yield blankChunk.subarray(0, bytesLeft);
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
    const { status, body } = match.effect;
    if (status === undefined) return undefined;
    // Without CORS headers, the page would see a network error instead of the status.
    if (isBrowserPath(path)) addCorsHeaders(request, reply);
    const text = body === undefined ? errorBody(shape, status, 'A fault rule created this response.') : textOf(body);
    const hasBody = status !== 204 && status !== 304;
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(hasBody ? text : undefined);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.fault === null) return payload;
    const { organization, ruleId, effect } = request.fault;
    const { socket } = request.raw;
    if (effect.headers !== undefined) reply.headers(effect.headers);
    if (effect.stall && !socket.destroyed) await faults.hold(organization, ruleId, once(socket, 'close'));
    if (effect.drop) socket.destroy();
    if (typeof payload !== 'string') return payload;
    const sentText = effect.status === undefined && effect.body !== undefined ? textOf(effect.body) : payload;
    const text = effect.wrong_json ? sentText.slice(0, Math.max(Math.floor(sentText.length / 2), 1)) : sentText;
    const { truncate_after: endAt, oversize_bytes: minBytes } = effect;
    if (endAt === undefined && minBytes === undefined) return text;
    const bytes = Buffer.from(text);
    const isCut = endAt !== undefined;
    reply.header('content-length', isCut ? bytes.length : Math.max(minBytes ?? 0, bytes.length));
    const parts = isCut ? truncatedBody(bytes, endAt, socket) : paddedBody(bytes, minBytes ?? 0);
    return Readable.from(parts, { objectMode: false });
  });
};
