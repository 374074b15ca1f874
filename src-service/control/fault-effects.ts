import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultEffect } from '#shared/service-control/control-state.ts';
import type { FaultRuleStore, MetFault } from '../store/control-store.ts';

export interface RequestFault extends MetFault {
  readonly organization: number;
}

export const applyLatency = async ({ latency_ms: latency }: FaultEffect, request: FastifyRequest): Promise<void> => {
  if (latency === undefined) return;
  const connectionEnd = new AbortController();
  request.raw.socket.once('close', () => connectionEnd.abort());
  await wait(latency, undefined, { signal: connectionEnd.signal }).catch(() => {});
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

export const applyStatus = (
  effect: FaultEffect,
  reply: FastifyReply,
  errorText: (status: number) => string,
): boolean => {
  if (effect.status === undefined) return false;
  const isBodyless = effect.status === 204 || effect.status === 304;
  const text = effect.body === undefined ? errorText(effect.status) : textOf(effect.body);
  reply
    .code(effect.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(isBodyless ? undefined : text);
  return true;
};

export const applyBody = ({ status, body }: FaultEffect, payload: string): string =>
  status === undefined && body !== undefined ? textOf(body) : payload;

export const applyStall = async (
  { organization, ruleId, effect }: RequestFault,
  request: FastifyRequest,
  faults: FaultRuleStore,
): Promise<void> => {
  const { socket } = request.raw;
  if (effect.stall && !socket.destroyed) await faults.hold(organization, ruleId, once(socket, 'close'));
};

export const applyDrop = ({ drop }: FaultEffect, request: FastifyRequest): void => {
  if (drop) request.raw.socket.destroy();
};

export const applyWrongJson = ({ wrong_json: wrong }: FaultEffect, payload: string): string =>
  wrong ? payload.slice(0, Math.max(Math.floor(payload.length / 2), 1)) : payload;

/** Delay before closing the connection, so that the bytes are sent first. */
const flushMs = 20;

export const applyTruncate = (
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
export const applyOversize = (
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
