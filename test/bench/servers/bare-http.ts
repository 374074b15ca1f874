import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply of the bare server to a path with query. */
export interface FixedReply {
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

// The usage reporter doesn't keep a process alive, so this server must, until its replies arrive.
process.channel?.ref();

/** A bare node:http server on a free port of 127.0.0.1. It sends fixed replies, which it gets over IPC. */
process.on('message', (message: { replies?: readonly FixedReply[] }) => {
  if (!message.replies) return;
  const replies = new Map(
    message.replies.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body) }]),
  );
  const server = createServer((request, response) => {
    const reply = replies.get(request.url ?? '');
    if (reply) response.writeHead(200, reply.headers).end(reply.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
  });
});
