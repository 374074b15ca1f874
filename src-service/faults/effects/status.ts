import type { FastifyReply } from 'fastify';
import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Answers in the service's place; false when the effect names no status. */
export const applyStatus = (
  effect: FaultEffect,
  reply: FastifyReply,
  errorText: (status: number) => string,
): boolean => {
  if (effect.status === undefined) return false;
  const bodyless = effect.status === 204 || effect.status === 304;
  const text = effect.body === undefined ? errorText(effect.status) : textOf(effect.body);
  reply
    .code(effect.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(bodyless ? undefined : text);
  return true;
};

/** Puts another body in the place of the service's own. */
export const applyBody = ({ status, body }: FaultEffect, payload: string): string =>
  status === undefined && body !== undefined ? textOf(body) : payload;
