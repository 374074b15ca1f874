import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type AddressRules, guardUrl } from '../../webhooks/address-guard.ts';
import { guardedLookup } from '../../webhooks/guarded-lookup.ts';
import { createResolve, type Resolve } from '../../webhooks/resolve-name.ts';
import { ConnectionCut, ItemFailed, ListTooLong, ServerUnavailable } from '../copy-ports.ts';
import { largeContentTurn } from '../../content-worker/large-content.ts';
import { readBody } from './read-body.ts';

/** Time limit for DNS, connection, TLS and response together. A body adds `extraMsPerMiB`. */
const requestTimeoutMs = 30_000;
/** Some servers (Radicale) need over 30 s to store a photo of 4 MiB. */
const extraMsPerMiB = 15_000;

const mebibyte = 1_048_576;
/** Larger than any real contact or event, including pictures. Most servers accept far less. */
const maxItemBytes = 10 * mebibyte;
/** A list of about 40,000 items. */
const maxListBytes = 16 * mebibyte;
const maxAnswerBytes = 262_144;

export interface DavInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Buffer | undefined;
  readonly signal: AbortSignal;
  /** Called when connected. Until then, the server can't have received the password. */
  readonly onConnect?: (() => void) | undefined;
  readonly onList?: ((bytes: number) => void) | undefined;
}

export interface DavResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: readonly Buffer[];
}

export type GuardedRequest = (path: string, init: DavInit) => Promise<DavResponse>;

interface GuardedRequestOptions extends AddressRules {
  readonly resolve?: Resolve | undefined;
}

class StaleConnection extends Error {}

const isList = (method: string): boolean => method === 'PROPFIND' || method === 'REPORT';

const limitsOf = (method: string) => {
  if (isList(method))
    return { maxBytes: maxListBytes, tooLarge: () => new ListTooLong('A list is longer than 16 MiB.') };
  if (method === 'GET') return { maxBytes: maxItemBytes, tooLarge: () => new ItemFailed('too_large') };
  return { maxBytes: maxAnswerBytes, tooLarge: () => new Error('the response is too long') };
};

/** Starts a time limit. `pauseFor` excludes a wait, because this service's own delays must not count. */
const startDeadline = (ms: number) => {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(new Error('timeout')), ms);
  let timer = start();
  return {
    signal: controller.signal,
    pauseFor: async (wait: Promise<void>): Promise<void> => {
      clearTimeout(timer);
      await wait;
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
};

/** Sends requests only to the origin in the operator's file, after webhook address checks. Follows no redirects. */
export const createGuardedRequest = (
  server: string,
  { resolve = createResolve(), ...rules }: GuardedRequestOptions,
): GuardedRequest => {
  const { origin } = new URL(server);
  const isHttps = origin.startsWith('https:');
  const [Agent, requestOn] = isHttps ? [HttpsAgent, requestHttps] : [HttpAgent, requestHttp];
  const agents = {
    reused: new Agent({ keepAlive: true, maxSockets: 16, timeout: requestTimeoutMs }),
    fresh: new Agent({ keepAlive: false }),
  };

  const send = async (url: URL, init: DavInit, agent: HttpAgent): Promise<DavResponse> => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : init.body;
    const takeTurn = largeContentTurn(origin);
    const deadline = startDeadline(requestTimeoutMs + ((body?.length ?? 0) / mebibyte) * extraMsPerMiB);
    const signal = AbortSignal.any([init.signal, deadline.signal]);
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const clientRequest = requestOn(url, {
        method,
        headers: {
          ...(isList(method) || method.startsWith('MK') ? { 'content-type': 'application/xml; charset=utf-8' } : {}),
          ...init.headers,
          'content-length': body?.length ?? 0,
          'user-agent': 'Ferry-Copy/1',
        },
        agent,
        signal,
        lookup: guardedLookup(rules, resolve, signal),
      });
      clientRequest.on('socket', (socket) => {
        if (clientRequest.reusedSocket) init.onConnect?.();
        else socket.once(isHttps ? 'secureConnect' : 'connect', () => init.onConnect?.());
      });
      clientRequest.on('response', done);
      clientRequest.on('error', (error) =>
        fail(clientRequest.reusedSocket && !signal.aborted ? new StaleConnection() : error),
      );
      clientRequest.on('upgrade', (_response, socket) => {
        socket.destroy();
        fail(new Error('upgrade'));
      });
      clientRequest.on('close', () => fail(new Error('closed')));
      clientRequest.end(body);
    });
    const parts = await readBody(response, {
      ...limitsOf(method),
      awaitTurn: () => deadline.pauseFor(takeTurn(init.signal)),
    });
    deadline.stop();
    if (isList(method)) init.onList?.(parts.reduce((sum, part) => sum + part.length, 0));
    return { status: response.statusCode ?? 0, headers: response.headers, body: parts };
  };

  return async (path, init) => {
    const url = guardUrl(`${origin}${path}`, rules);
    if (!path.startsWith('/') || typeof url === 'string' || url.origin !== origin)
      throw new ServerUnavailable("The address isn't on the server in the providers file.");
    try {
      return await send(url, init, agents.reused).catch((error: unknown) => {
        // Some servers (SOGo) close a connection without notice. A retry is safe: each method of a copy is idempotent.
        if (error instanceof StaleConnection) return send(url, init, agents.fresh);
        throw error;
      });
    } catch (error) {
      if (error instanceof ItemFailed || error instanceof ListTooLong) throw error;
      init.signal.throwIfAborted();
      // Reports only the system's error code, because the message may contain the address.
      throw new ConnectionCut(String((error as NodeJS.ErrnoException).code ?? 'no response'));
    }
  };
};
