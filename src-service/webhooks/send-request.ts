import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Attempt } from '#shared/webhooks-api/deliveries.ts';
import { type AddressRules, guardUrl } from './address-guard.ts';
import { forbiddenCode, guardedLookup } from './guarded-lookup.ts';
import { createResolve, type Resolve } from './resolve-name.ts';
import { readRetryAfter } from './schedule.ts';

/** Total time limit of an attempt for DNS, connection, TLS and response. */
const maxAttemptMs = 15_000;
const maxReplyLength = 1_024;

interface TryResult extends Omit<Attempt, 'at'> {
  /** Milliseconds from the response's `Retry-After`. */
  readonly retryAfter: number | undefined;
}

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SenderOptions extends AddressRules {
  readonly resolve?: Resolve | undefined;
  readonly takesMs?: number | undefined;
}

const upgradeCode = 'FERRY_UPGRADE';

const sentences: Readonly<Record<string, string>> = {
  [forbiddenCode]: 'The name resolves to a blocked address.',
  [upgradeCode]: "The endpoint tried to switch protocols (101), which isn't supported.",
  ENOTFOUND: "The name doesn't resolve to an address.",
  EAI_AGAIN: 'The DNS lookup failed.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was lost.',
  EPIPE: 'The connection was lost.',
  EHOSTUNREACH: 'The address is unreachable.',
  ENETUNREACH: 'The address is unreachable.',
  ETIMEDOUT: 'The address is unreachable.',
};

const isOfCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|^ERR_TLS/.test(code);

/** Explains why no response arrived. Contains system error codes, but no addresses. */
const sentenceOf = (error: NodeJS.ErrnoException, takesMs: number): string => {
  if (error.name === 'TimeoutError') return `No response within ${takesMs / 1_000} s.`;
  // If all of several addresses failed, the first error counts.
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  // The code of an abort is a number.
  const code = String(first.code ?? '');
  const knownSentence = sentences[code];
  if (knownSentence !== undefined) return knownSentence;
  if (isOfCertificate(code)) return `The certificate isn't trusted (${code}).`;
  if (code.startsWith('HPE_')) return `The response wasn't HTTP (${code}).`;
  return `No response (${code || error.name}).`;
};

const sentenceOfStatus = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The response was a redirect (${status}). Ferry doesn't follow redirects.`
    : `The response was ${status}.`;
};

/** Reads only the start of a body, to limit the cost of an endless response. */
const readStart = async (response: IncomingMessage): Promise<string> => {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > maxReplyLength) break;
    }
  } catch {
    // The body was incomplete or too slow, but the status is enough.
  }
  // PostgreSQL doesn't accept NUL characters in strings.
  return bytes.subarray(0, maxReplyLength).toString('utf8').replaceAll('\0', '\u{fffd}');
};

/** Creates the sender of deliveries. Follows no redirects, sends no credentials, and verifies every certificate. */
export const createSender = ({ resolve = createResolve(), takesMs = maxAttemptMs, ...rules }: SenderOptions) => {
  const agentOptions = { keepAlive: true, maxFreeSockets: 64, timeout: maxAttemptMs };
  const agents = {
    'http:': new HttpAgent(agentOptions),
    'https:': new HttpsAgent({ ...agentOptions, rejectUnauthorized: true }),
  };

  const exchange = (url: URL, { headers, body }: WebhookRequest, signal: AbortSignal, isFresh = false) =>
    new Promise<IncomingMessage>((done, fail) => {
      const protocol = url.protocol as keyof typeof agents;
      const clientRequest = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Ferry-Webhooks/1',
        },
        signal,
        lookup: guardedLookup(rules, resolve, signal),
        ...(isFresh
          ? { ...agentOptions, keepAlive: false, rejectUnauthorized: true, agent: false }
          : { agent: agents[protocol] }),
      });
      clientRequest.on('response', done);
      // Without this listener, Node closes the connection after a 101 and emits only `close`.
      clientRequest.on('upgrade', (_response, socket) => {
        socket.destroy();
        fail(Object.assign(new Error('upgrade'), { code: upgradeCode }));
      });
      clientRequest.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed the idle connection while this request was sent, so it never read the request.
        const isStale = clientRequest.reusedSocket && !isFresh && error.code === 'ECONNRESET' && !signal.aborted;
        if (isStale) done(exchange(url, { url: url.href, headers, body }, signal, true));
        else fail(error);
      });
      // The response has ended or will never come.
      clientRequest.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      clientRequest.end(body);
    });

  return {
    send: async (request: WebhookRequest, ended?: AbortSignal): Promise<TryResult> => {
      const startedAt = performance.now();
      const measureMs = (): number => Math.round(performance.now() - startedAt);
      const url = guardUrl(request.url, rules);
      if (typeof url === 'string') {
        const error = "The endpoint's address is blocked.";
        return { duration_ms: 0, status: null, reply: null, error, retryAfter: undefined };
      }
      const limit = AbortSignal.timeout(takesMs);
      const signal = ended === undefined ? limit : AbortSignal.any([limit, ended]);
      try {
        const response = await exchange(url, request, signal);
        const status = response.statusCode ?? 0;
        const reply = await readStart(response);
        const retryAfter = readRetryAfter(response.headers['retry-after'], Date.now());
        return { duration_ms: measureMs(), status, reply, error: sentenceOfStatus(status), retryAfter };
      } catch (error) {
        const reason = (signal.aborted ? signal.reason : error) as NodeJS.ErrnoException;
        const sentence = sentenceOf(reason, takesMs);
        return { duration_ms: measureMs(), status: null, reply: null, error: sentence, retryAfter: undefined };
      }
    },
    close: (): void => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

export type Sender = ReturnType<typeof createSender>;
