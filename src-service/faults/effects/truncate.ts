import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

/** Long enough for the sent bytes to leave before the connection closes under them. */
const flushMs = 20;

/** Announces the whole body, sends its first bytes and closes the connection; undefined without this effect. */
export const applyTruncate = (
  { truncate_after: length }: FaultEffect,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Readable | undefined => {
  if (length === undefined) return undefined;
  const whole = Buffer.from(payload);
  reply.header('content-length', whole.length);
  const cut = async function* (): AsyncGenerator<Buffer> {
    yield whole.subarray(0, length);
    await wait(flushMs);
    request.raw.socket.destroy();
  };
  return Readable.from(cut(), { objectMode: false });
};
