import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type AddressRules, guardUrl } from '../../webhooks/address-guard.ts';
import { guardedLookup } from '../../webhooks/guarded-lookup.ts';
import { createResolve, type Resolve } from '../../webhooks/resolve-name.ts';
import { ItemFailed, ListTooLong, ServerAway } from '../copy-ports.ts';

/** A request has so long for everything: name, connection, TLS, reply. */
const requestTakesMs = 30_000;
/** Above any card or entry, pictures included: servers take less by far. */
const mostOfItem = 10 * 1_048_576;
/** A list of some 40,000 items; it is held in memory, and several times over while its XML is read. */
const mostOfList = 16 * 1_048_576;

/** No reply came, or not all of it: a server may be away, or cut what it does not like. */
export class ConnectionCut extends ServerAway {}

interface GuardedFetchOptions extends AddressRules {
  readonly resolve?: Resolve | undefined;
}

const readBody = async (response: IncomingMessage, method: string): Promise<Buffer> => {
  const isList = method === 'PROPFIND' || method === 'REPORT';
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (isList && length > mostOfList) throw new ListTooLong('A list is longer than 16 MiB.');
    if (!isList && length > mostOfItem) throw new ItemFailed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const headersOf = (response: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  return headers;
};

/** A `fetch` that says when it is connected: before that, the server has seen no password. */
type GuardedFetch = (
  input: string | URL | Request,
  init?: RequestInit & { onConnect?: () => void },
) => Promise<Response>;

const bodyless: readonly number[] = [204, 205, 304];

/**
 * A `fetch` that calls one server and no other: the origin is that of the operator's file, each address that its name
 * leads to is judged as that of a webhook, and no redirect is followed.
 */
export const createGuardedFetch = (
  server: string,
  { resolve = createResolve(), ...rules }: GuardedFetchOptions,
): GuardedFetch => {
  const { origin } = new URL(server);
  const isHttps = origin.startsWith('https:');
  const shared = { keepAlive: true, maxSockets: 16, timeout: requestTakesMs };
  const agent = isHttps ? new HttpsAgent({ ...shared, rejectUnauthorized: true }) : new HttpAgent(shared);
  return async (input, init = {}) => {
    const guarded = guardUrl(String(input instanceof Request ? input.url : input), rules);
    if (!guarded.ok || guarded.url.origin !== origin) throw new ServerAway('Only the server of the file is called.');
    const limit = AbortSignal.timeout(requestTakesMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const method = init.method ?? 'GET';
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(init.body as string);
    try {
      const response = await new Promise<IncomingMessage>((done, fail) => {
        const sent = (isHttps ? requestHttps : requestHttp)(guarded.url, {
          method,
          headers: {
            ...Object.fromEntries(new Headers(init.headers)),
            'content-length': body?.length ?? 0,
            'user-agent': 'Ferry-Copy/1',
          },
          agent,
          signal,
          lookup: guardedLookup(rules, resolve, signal),
        });
        sent.on('socket', (socket) => {
          if (sent.reusedSocket) init.onConnect?.();
          else socket.once(isHttps ? 'secureConnect' : 'connect', () => init.onConnect?.());
        });
        sent.on('response', done);
        sent.on('error', fail);
        sent.on('upgrade', (_response, socket) => {
          socket.destroy();
          fail(new Error('upgrade'));
        });
        // However it ended, nobody waits for it any more.
        sent.on('close', () => fail(new Error('closed')));
        sent.end(body);
      });
      const status = response.statusCode ?? 0;
      const content = await readBody(response, method);
      return new Response(bodyless.includes(status) ? null : new Uint8Array(content), {
        status,
        headers: headersOf(response),
      });
    } catch (error) {
      if (error instanceof ItemFailed || error instanceof ListTooLong) throw error;
      init.signal?.throwIfAborted();
      // Codes of the system, and nothing of the address.
      throw new ConnectionCut(String((error as NodeJS.ErrnoException).code ?? 'no reply'));
    }
  };
};
