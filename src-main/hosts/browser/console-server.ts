import type { ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import files from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail, type Outcome } from '#shared/app-error.ts';
import { calls } from '#shared/console-contract/calls.ts';
import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import type { Clock } from '../../console/clock/clock.ts';
import type { Console } from '../../console/create-console.ts';
import { contentSecurityPolicy, pageHeaders as commonHeaders } from '../content-security-policy.ts';
import { type Downloads, mountDownloads } from './downloads.ts';
import { mountEvents } from './event-stream.ts';
import { bodyLimit, bodyLimitOf, explainErrors, explainUnknown, guardRequests } from './request-guard.ts';
import { createSessions, type IssueOptions } from './sessions.ts';

const statusOf = (outcome: Outcome<unknown>): number => {
  if (outcome.ok) return 200;
  const statuses: Partial<Record<AppErrorCode, number>> = {
    refused_sender: 401,
    invalid_arguments: 400,
    unknown_call: 404,
  };
  return statuses[outcome.error.code] ?? 200;
};

/** Closing the connection cancels the call. */
function mountCalls(server: FastifyInstance, theConsole: Pick<Console, 'dispatch'>): void {
  for (const [topic, verbs] of Object.entries(calls)) {
    for (const verb of Object.keys(verbs)) {
      const call = `${topic}/${verb}`;
      server.post(`/calls/${call}`, { bodyLimit: bodyLimitOf(call) }, async (request, reply) => {
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

/** `Origin-Agent-Cluster` gives the console its own process, so that a hanging lab on the same host can't block it. */
const pageHeaders = {
  ...commonHeaders,
  'Content-Security-Policy': contentSecurityPolicy({ frame: 'http://127.0.0.1:*' }),
  'Origin-Agent-Cluster': '?1',
};
const startBodySchema = z.strictObject({ token: z.string().max(200) });

interface ConsoleServerOptions {
  readonly pages: string;
  readonly port: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly downloads: Pick<Downloads, 'find' | 'start'>;
  readonly onStreams: (open: number) => void;
  readonly onSecondUse: () => void;
}

const sessionRefusalTexts: Readonly<Record<SessionRefusal, string>> = {
  none: 'No session. Open the link shown in the terminal.',
  link_expired: 'The link expired. Links are valid for 60 seconds. Press Enter in the terminal for a new link.',
  link_used: 'The link was already used, so its session ended. Press Enter in the terminal for a new link.',
  ended: 'The session ended because its link was used twice. Press Enter in the terminal for a new link.',
};
const refusal = (reason: SessionRefusal) => ({
  ...fail('refused_sender', new Date(), { detail: sessionRefusalTexts[reason] }),
  reason,
});

/** Rejects if the port is unavailable. */
export async function startConsoleServer(
  theConsole: Pick<Console, 'dispatch' | 'listen'>,
  { pages, port, clock, downloads, onStreams, onSecondUse }: ConsoleServerOptions,
) {
  const server = Fastify({ bodyLimit, forceCloseConnections: true, logger: false });
  // Accepts only JSON, because browsers send text/plain from any site without a preflight.
  server.removeContentTypeParser('text/plain');
  const sessions = createSessions({ clock, onSecondUse });
  let origin = '';
  // Contains the port: browsers send a 127.0.0.1 cookie to all ports, so two consoles must not share a name.
  const cookieName = () => `ferry-session-${new URL(origin).port}`;
  explainErrors(server);
  guardRequests(server, () => origin);
  await server.register(cookie);
  server.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders));
  await server.register(files, { root: pages, cacheControl: false });
  server.post('/session', async (request, reply) => {
    const body = startBodySchema.safeParse(request.body);
    const session = body.success ? sessions.open(body.data.token, request.cookies[cookieName()]) : 'none';
    if (typeof session === 'string') return reply.code(401).send(refusal(session));
    reply.setCookie(cookieName(), session.cookie, { httpOnly: true, sameSite: 'strict', path: '/' });
    return { secret: session.secret };
  });
  mountDownloads(server, downloads, ({ cookies }) => sessions.knowsCookie(cookies[cookieName()]));
  let closeStreams = (): void => undefined;
  await server.register(async (guarded) => {
    guarded.addHook('onRequest', async (request, reply) => {
      const secret = request.headers[pageSecretHeader];
      const session = sessions.find(request.cookies[cookieName()], typeof secret === 'string' ? secret : undefined);
      if (typeof session === 'string') await reply.code(401).send(refusal(session));
      else closeOnSessionEnd(reply.raw, session.ended);
    });
    explainUnknown(guarded);
    mountCalls(guarded, theConsole);
    closeStreams = mountEvents(guarded, theConsole, onStreams);
  });
  origin = await listen(server, port);
  return {
    origin,
    newLink: (options?: IssueOptions) => `${origin}/#start=${sessions.issueStartToken(options)}`,
    close: async () => {
      closeStreams();
      await server.close();
    },
  };
}

export type ConsoleServer = Awaited<ReturnType<typeof startConsoleServer>>;

function closeOnSessionEnd(reply: ServerResponse, ended: AbortSignal): void {
  const closeReply = () => void reply.destroy();
  ended.addEventListener('abort', closeReply, { once: true });
  reply.once('close', () => ended.removeEventListener('abort', closeReply));
}

const listen = async (server: FastifyInstance, port: number): Promise<string> =>
  (await server.listen({ host: '127.0.0.1', port })).replace(/\/$/, '');
