import { callbackify } from 'node:util';
import fastifyRateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { RateLimitStore } from '../store/rate-limit-store.ts';
import { hashSecret } from '../tokens/secret.ts';
import { bearerOf } from './bearer.ts';

const windowMs = 60_000;

/** Counts per credential, or per address where there is none; credentials are told apart by hash. */
const callerOf = (request: FastifyRequest): string => {
  const bearer = bearerOf(request.headers.authorization);
  return bearer === undefined ? `ip ${request.ip}` : `bearer ${hashSecret(bearer).toString('base64url')}`;
};

/**
 * Limits requests per caller and minute. The counts live in the store, so that instances on one store share them.
 *
 * @param limit requests per minute
 */
export const limitRate = async (
  app: FastifyInstance,
  limit: number,
  counts: RateLimitStore,
  clock: Clock,
): Promise<void> => {
  const count = async (caller: string): Promise<{ current: number; ttl: number }> => {
    const now = await clock.now();
    const { count: current, windowEnds } = await counts.count(caller, windowMs, now);
    return { current, ttl: windowEnds - now };
  };
  const countThen = callbackify(count);
  class StoredCounts {
    incr(caller: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      countThen(caller, done);
    }

    child(): StoredCounts {
      return this;
    }
  }
  const options: RateLimitPluginOptions = {
    max: limit,
    timeWindow: windowMs,
    keyGenerator: callerOf,
    store: StoredCounts,
    errorResponseBuilder: (_request, { ttl }) =>
      Object.assign(new Error(`More than ${limit} requests in a minute; wait ${Math.ceil(ttl / 1_000)} s.`), {
        statusCode: 429,
        code: 'FERRY_RATE_LIMITED',
      }),
  };
  await app.register(fastifyRateLimit, options);
};
