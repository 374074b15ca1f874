import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

const chunk = Buffer.alloc(65_536, ' ');

/** Fills the body up to so many bytes with blanks, which JSON allows; undefined without this effect. */
export const applyOversize = (
  { oversize_bytes: length }: FaultEffect,
  reply: FastifyReply,
  payload: string,
): Readable | undefined => {
  if (length === undefined) return undefined;
  const body = Buffer.from(payload);
  const filled = function* (): Generator<Buffer> {
    yield body;
    for (let left = length - body.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  };
  reply.header('content-length', Math.max(length, body.length));
  return Readable.from(filled(), { objectMode: false });
};
