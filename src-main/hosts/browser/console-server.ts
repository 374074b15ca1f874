import cookie from '@fastify/cookie';
import files from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '#shared/app-error.ts';
import type { Console } from '../../console/create-console.ts';
import { pageHeaders as commonHeaders, contentSecurityPolicy } from '../content-security-policy.ts';
import { mountCalls } from './call-routes.ts';
import { mountDownloads } from './download-routes.ts';
import type { Downloads } from './downloads.ts';
import { type EventStreams, mountEvents } from './event-stream.ts';
import { guardRequests } from './request-guard.ts';
import { createSessions } from './sessions.ts';

/** The lab is framed, and a page of the same host name that hangs must not take the console's page with it. */
const pageHeaders = {
  ...commonHeaders,
  'Content-Security-Policy': contentSecurityPolicy({ frame: 'http://127.0.0.1:*' }),
  'Origin-Agent-Cluster': '?1',
};
const sessionHeader = 'x-ferry-session';
const startBodySchema = z.strictObject({ token: z.string().max(200) });

export interface ConsoleServer {
  readonly origin: string;
  /** A link that opens the console once. */
  readonly newLink: () => string;
  readonly close: () => Promise<void>;
}

export interface ConsoleServerOptions {
  /** Folder of the built pages. */
  readonly pages: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly downloads: Pick<Downloads, 'find' | 'begin'>;
  /** Told how many event streams are open whenever that changes. */
  readonly onStreams: (open: number) => void;
}

/**
 * Serves pages, calls and events of a console on 127.0.0.1.
 * Rejects with the system's error where the port cannot be had.
 */
export async function startConsoleServer(
  theConsole: Pick<Console, 'dispatch' | 'listen'>,
  { pages, port, downloads, onStreams }: ConsoleServerOptions,
): Promise<ConsoleServer> {
  const server = Fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true, logger: false });
  // JSON only: any page may send a text without asking first.
  server.removeContentTypeParser('text/plain');
  const sessions = createSessions();
  let origin = '';
  // The name carries the port: a cookie of 127.0.0.1 goes to all ports, and two consoles would overwrite each other's.
  const cookieName = () => `ferry-session-${new URL(origin).port}`;
  guardRequests(server, () => origin);
  await server.register(cookie);
  server.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders));
  await server.register(files, { root: pages, cacheControl: false });
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply
      .code(error.statusCode ?? 500)
      .send(
        fail((error.statusCode ?? 500) < 500 ? 'invalid_arguments' : 'internal', new Date(), { detail: error.message }),
      ),
  );
  server.post('/session', async (request, reply) => {
    const body = startBodySchema.safeParse(request.body);
    const opened = body.success && sessions.open(body.data.token, request.cookies[cookieName()]);
    if (!opened) return reply.code(401).send(fail('refused_sender', new Date(), { detail: 'The link was used.' }));
    reply.setCookie(cookieName(), opened.cookie, { httpOnly: true, sameSite: 'strict', path: '/' });
    return { secret: opened.secret };
  });
  mountDownloads(server, downloads, ({ cookies }) => sessions.knowsCookie(cookies[cookieName()]));
  let streams: EventStreams | undefined;
  await server.register(async (guarded) => {
    guarded.addHook('onRequest', async (request, reply) => {
      const secret = request.headers[sessionHeader];
      if (sessions.isOpen(request.cookies[cookieName()], typeof secret === 'string' ? secret : undefined)) return;
      await reply.code(401).send(fail('refused_sender', new Date()));
    });
    mountCalls(guarded, theConsole);
    streams = mountEvents(guarded, theConsole, onStreams);
  });
  origin = await listen(server, port);
  return {
    origin,
    newLink: () => `${origin}/#start=${sessions.issueStartToken()}`,
    close: async () => {
      streams?.closeAll();
      await server.close();
    },
  };
}

const listen = async (server: FastifyInstance, port: number): Promise<string> =>
  (await server.listen({ host: '127.0.0.1', port })).replace(/\/$/, '');
