import type { FastifyInstance } from 'fastify';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { Outcome } from '#shared/app-error.ts';
import { calls } from '#shared/console-contract/calls.ts';
import type { Console } from '../../console/create-console.ts';

const statusOf = (outcome: Outcome<unknown>): number => {
  if (outcome.ok) return 200;
  const statuses: Partial<Record<AppErrorCode, number>> = {
    refused_sender: 401,
    invalid_arguments: 400,
    unknown_call: 404,
  };
  return statuses[outcome.error.code] ?? 200;
};

/** Mounts every call of the contract as `POST /calls/<topic>/<verb>`; a closed connection cancels the call. */
export function mountCalls(server: FastifyInstance, theConsole: Pick<Console, 'dispatch'>): void {
  for (const [topic, verbs] of Object.entries(calls)) {
    for (const verb of Object.keys(verbs)) {
      server.post(`/calls/${topic}/${verb}`, async (request, reply) => {
        const stop = new AbortController();
        const cancel = () => {
          if (!reply.raw.writableFinished) stop.abort();
        };
        reply.raw.once('close', cancel);
        const outcome = await theConsole.dispatch(topic, verb, request.body, { signal: stop.signal });
        return reply.code(statusOf(outcome)).send(outcome);
      });
    }
  }
}
