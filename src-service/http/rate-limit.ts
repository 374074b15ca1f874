import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../store/clock.ts';
import type { RateLimitStore } from '../store/rate-limit-store.ts';
import { isUnavailable } from '../store/base/unavailable.ts';
import { createAllowances } from './allowances.ts';
import { type ErrorShape, errorBody, Refusal, wholeSeconds } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    client: string;
    isCounted: boolean;
  }
}

interface RateLimit {
  readonly limit: number;
  /** The store has the counts, so that instances share them. Each instance reports its counts in batches. */
  readonly counts: RateLimitStore;
  readonly clock: Clock;
  readonly shape: ErrorShape;
}

const windowMs = 60_000;

/** Removes the port that some proxies append to the address, and the zone (`%eth0`). */
const addressAlone = (text: string): string =>
  text.replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, '$1$2').replace(/%.*$/, '');

/** With `--trust-proxy`, the client that the proxy names, or else the proxy. Undefined if the connection closed. */
export const clientAddress = ({ ip, ips = [ip] }: Pick<FastifyRequest, 'ip' | 'ips'>) => {
  const text = ips.map((address = '') => addressAlone(address)).findLast((address) => isIP(address) !== 0);
  return text === undefined ? undefined : ipaddr.process(text);
};

/** Returns an IPv4 address, or the /64 of an IPv6 address, because one subscriber has a whole /64. */
export const clientNetwork = (request: FastifyRequest): string => {
  const address = clientAddress(request);
  if (address === undefined) return 'unknown';
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
};

/** A valid credential has its own budget. Other requests count for the client's network. */
const budgetOf = ({ caller, client }: FastifyRequest): string =>
  caller === null ? `open ${client}` : `credential ${Buffer.from(caller.hash).toString('base64url')}`;

/** Control calls are unlimited, so that tests can always reset a fault rule. */
const isControl = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/control/') ?? false;

/**
 * Limits requests per minute by valid credential, or else by client network. Refused and public requests count
 * separately. So unknown credentials use no memory, and other clients can't use up a valid credential's budget.
 */
export const limitRate = (app: FastifyInstance, { limit, counts, clock, shape }: RateLimit): void => {
  const takeAllowance = createAllowances({ limit, windowMs, counts, clock });
  const count = async (request: FastifyRequest, budget: string): Promise<Refusal | undefined> => {
    request.isCounted = true;
    const verdict = await takeAllowance(budget);
    if (verdict.isAllowed) return undefined;
    const seconds = wholeSeconds(verdict.endsInMs);
    const message = `The limit is ${limit} requests per minute. Wait ${seconds} s.`;
    return new Refusal(429, message, { 'retry-after': String(seconds) });
  };

  app.decorateRequest('client', '');
  app.decorateRequest('isCounted', false);
  // Reading the address keeps it after the connection closes. A connection without an address has already closed.
  app.server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    request.client = clientNetwork(request);
    done();
  });
  app.addHook('preParsing', async (request) => {
    const refusal = isControl(request) ? undefined : await count(request, budgetOf(request));
    if (refusal !== undefined) throw refusal;
  });
  // Also counts requests that an earlier hook refused.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.isCounted || request.caller !== null || reply.statusCode === 503) return payload;
    const refusal = await count(request, `refused ${request.client}`).catch((error: unknown) => {
      // A failure to count must not replace the refusal: the error handler runs only once.
      if (!isUnavailable(error)) request.log.error({ error: String(error), requestId: request.id }, 'request failed');
      return undefined;
    });
    if (refusal === undefined) return payload;
    reply.removeHeader('www-authenticate').removeHeader('allow');
    reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8');
    return errorBody(shape, refusal.status, refusal.message);
  });
};
