import type { FastifyRequest } from 'fastify';
import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

/** Closes the connection when the reply is due: the work is done, and the client never hears of it. */
export const applyDrop = ({ drop }: FaultEffect, request: FastifyRequest): void => {
  if (drop) request.raw.socket.destroy();
};
