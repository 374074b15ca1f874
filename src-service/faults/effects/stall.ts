import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { FaultList } from '../fault-list.ts';
import type { FaultEffect } from '../fault-rule.ts';

/** Holds a finished reply until the rules are cleared or the client has gone. */
export const applyStall = async ({ stall }: FaultEffect, request: FastifyRequest, faults: FaultList): Promise<void> => {
  const { socket } = request.raw;
  if (stall && !socket.destroyed) await Promise.race([faults.cleared(), once(socket, 'close')]);
};
