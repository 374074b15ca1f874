import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { FaultList, MetFault } from '../fault-list.ts';

/** Holds a finished reply until its rule is taken away or the client has gone. */
export const applyStall = async (
  { ruleId, effect }: MetFault,
  request: FastifyRequest,
  faults: FaultList,
): Promise<void> => {
  const { socket } = request.raw;
  if (effect.stall && !socket.destroyed) await faults.hold(ruleId, once(socket, 'close'));
};
