import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail } from '#shared/app-error.ts';

/** Rejects requests from other pages: with another Host (DNS rebinding) or Origin, or marked as cross-site. */
export function guardRequests(server: FastifyInstance, origin: () => string): void {
  const problemOf = (request: FastifyRequest): string | null => {
    const { headers } = request;
    if (`http://${headers.host}` !== origin()) {
      return `The Host header isn't this console's. Open ${origin()} directly.`;
    }
    if (headers.origin !== undefined && headers.origin !== origin()) {
      return `The Origin header names another site. Only pages from ${origin()} can call the console.`;
    }
    const site = headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none' || isFirstPage(request)) return null;
    return `Sec-Fetch-Site shows that another site sent this request. Only pages from ${origin()} can call the console.`;
  };
  server.addHook('onRequest', async (request, reply) => {
    const problem = problemOf(request);
    if (problem) await reply.code(403).type('text/plain').send(`Refused: ${problem}\n`);
  });
}

/** Whether a browser opens the start page. That document has no data and drops its opener. */
const isFirstPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  url === '/' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

const mebibyte = 1024 * 1024;
/** Maximum bytes of the body of a call that is not in `largeCalls`. */
export const bodyLimit = mebibyte;
/** Allows a file of 20,000,000 characters of up to four bytes each. */
const largeBodyLimit = 80 * mebibyte;
const largeCalls: ReadonlySet<string> = new Set([
  'exports/start',
  'triage/import',
  'profiles/import',
  'modalLab/readRecording',
]);

/** Requests without a session are refused before their body is read. */
export const bodyLimitOf = (call: string): number => (largeCalls.has(call) ? largeBodyLimit : bodyLimit);

const sentences: Readonly<Record<number, string>> = {
  400: 'The body is invalid. Send the arguments as one JSON object, or {} if there are none.',
  413: 'The body is too large. The limit for most calls is 1 MiB.',
  415: 'Unsupported Content-Type. Send the arguments as application/json.',
};

export function explainErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const code: AppErrorCode = status < 500 ? 'invalid_arguments' : 'internal';
    return reply.code(status).send(fail(code, new Date(), { detail: sentences[status] ?? error.message }));
  });
}

export function explainUnknown(server: FastifyInstance): void {
  server.setNotFoundHandler(({ method, url, host }, reply) => {
    if (url.startsWith('/calls/')) {
      const call = `${method} ${url.slice(0, 100)}`;
      const detail = `Unknown call ${call}. Send calls as POST /calls/<topic>/<verb>.`;
      return reply.code(404).send(fail('unknown_call', new Date(), { detail }));
    }
    return reply.code(404).type('text/plain').send(`Page not found. Open http://${host}/.\n`);
  });
}
