import type { FastifyInstance } from 'fastify';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail } from '#shared/app-error.ts';

/** One mebibyte: what a page sends in one call at most. */
export const bodyLimit = 1024 * 1024;

/** What a caller is told whose request was refused before a call was made of it; by the status of the reply. */
const sentences: Readonly<Record<number, string>> = {
  400: 'The body is not what a call needs. Send the arguments as one JSON object, {} where there are none.',
  413: 'The body is too large. A call carries 1 MiB at most.',
  415: 'The Content-Type is not one that calls take. Send the arguments as application/json.',
};

/** Answers in one sentence what fails before a route has taken it. */
export function explainErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const code: AppErrorCode = status < 500 ? 'invalid_arguments' : 'internal';
    return reply.code(status).send(fail(code, new Date(), { detail: sentences[status] ?? error.message }));
  });
}

/** Answers in one sentence what no route takes. */
export function explainUnknown(server: FastifyInstance): void {
  server.setNotFoundHandler(({ method, url, host }, reply) => {
    if (url.startsWith('/calls/')) {
      const call = `${method} ${url.slice(0, 100)}`;
      const detail = `There is no call ${call}. Calls are sent as POST /calls/<topic>/<verb>, by the names of the contract.`;
      return reply.code(404).send(fail('unknown_call', new Date(), { detail }));
    }
    return reply.code(404).type('text/plain').send(`There is nothing here. Open http://${host}/ itself.\n`);
  });
}
