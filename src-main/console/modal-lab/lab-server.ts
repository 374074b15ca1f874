import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { escapeHtml } from '#shared/escape-html.ts';

const types = {
  'lab-page.js': 'text/javascript; charset=utf-8',
  'ferry-sdk.js': 'text/javascript; charset=utf-8',
  'lab-page.css': 'text/css; charset=utf-8',
  'lab-page.html': 'text/html; charset=utf-8',
} as const;

interface LabFile {
  readonly type: string;
  readonly bytes: Buffer;
}

type LabFiles = ReadonlyMap<string, LabFile>;

export const readLabFiles = (folder: string): LabFiles =>
  new Map(Object.entries(types).map(([name, type]) => [name, { type, bytes: readFileSync(path.join(folder, name)) }]));

interface LabPageInput {
  readonly service: string;
  readonly theme: 'system' | 'light' | 'dark';
}

export const labPageDocument = (files: LabFiles, { service, theme }: LabPageInput): string =>
  files
    .get('lab-page.html')!
    .bytes.toString()
    .replace('<html lang="en">', `<html lang="en" data-service="${escapeHtml(service)}" data-theme="${theme}">`);

export interface LabAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface LabServerOptions {
  readonly files: ReadonlyMap<string, LabFile>;
  readonly document: () => string;
  readonly policy: string;
  readonly withoutKeys: (text: string) => string;
  /** POST endpoints by name. `closed` is aborted when the page closes the request. */
  readonly posts: Readonly<Record<string, (body: unknown, closed: AbortSignal) => Promise<LabAnswer>>>;
}

const maxBodyBytes = 256 * 1024;

const headersFor = (policy: string) => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Separates the processes, so that a hanging page doesn't block the console's page on the same host.
  'Origin-Agent-Cluster': '?1',
});

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBodyBytes) throw new RangeError('too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function closedSignal(reply: ServerResponse): AbortSignal {
  const closing = new AbortController();
  reply.once('close', () => {
    if (!reply.writableFinished) closing.abort();
  });
  return closing.signal;
}

/** Serves one lab's page on 127.0.0.1, at a random port and a secret path. Other paths get an empty 404. */
export async function startLabServer(options: LabServerOptions) {
  const secret = randomBytes(24).toString('base64url');
  const sockets = new Set<Socket>();
  let origin = '';
  const headers = headersFor(options.policy);

  const send = (reply: ServerResponse, status: number, type: string, body: string | Buffer) =>
    void reply.writeHead(status, { ...headers, 'Content-Type': type }).end(body);
  const refuse = (reply: ServerResponse) => void reply.writeHead(404, headers).end();

  const nameOf = (url: string): string | null => {
    const [, lab, given = '', name, ...more] = url.split('/');
    if (lab !== 'lab' || name === undefined || more.length > 0 || name.includes('?')) return null;
    const [a, b] = [Buffer.from(given), Buffer.from(secret)];
    return a.length === b.length && timingSafeEqual(a, b) ? name : null;
  };

  const answerPost = async (name: string, request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const post = Object.hasOwn(options.posts, name) ? options.posts[name] : undefined;
    const site = request.headers['sec-fetch-site'];
    const isOwn = request.headers.origin === origin && (site === undefined || site === 'same-origin');
    if (!post || !isOwn || request.headers['content-type'] !== 'application/json') return refuse(reply);
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      request.resume();
      return send(reply, 413, 'application/json; charset=utf-8', '{}');
    }
    const replyClosed = closedSignal(reply);
    try {
      const postedBody: unknown = JSON.parse(options.withoutKeys(await readBody(request)));
      const { status, body } = await post(postedBody, replyClosed);
      if (!replyClosed.aborted) send(reply, status, 'application/json; charset=utf-8', JSON.stringify(body));
    } catch {
      if (!reply.headersSent) send(reply, 400, 'application/json; charset=utf-8', '{}');
    }
  };

  const server = createServer((request, reply) => {
    const name = `http://${request.headers.host}` === origin ? nameOf(request.url ?? '') : null;
    if (name === null) return refuse(reply);
    if (request.method === 'POST') return void answerPost(name, request, reply);
    if (request.method !== 'GET') return refuse(reply);
    if (name === '') return send(reply, 200, 'text/html; charset=utf-8', options.document());
    const file = name === 'lab-page.html' ? undefined : options.files.get(name);
    return file ? send(reply, 200, file.type, file.bytes) : refuse(reply);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: `${origin}/lab/${secret}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
