import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

/** Waits before the request is looked at; no longer than its connection lives. */
export const applyLatency = async ({ latency_ms: latency }: FaultEffect, request: FastifyRequest): Promise<void> => {
  if (latency === undefined) return;
  const gone = new AbortController();
  request.raw.socket.once('close', () => gone.abort());
  await wait(latency, undefined, { signal: gone.signal }).catch(() => {});
};
