import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import type { Console } from '../../console/create-console.ts';

/** Events kept for pages that come back; who asks for older ones is told to read everything anew. */
const ringSize = 1_000;
const heartbeatMs = 20_000;

interface KeptEvent {
  readonly id: number;
  readonly event: ConsoleEvent;
}

const write = (out: ServerResponse, { id, event }: KeptEvent): void => {
  out.write(`id: ${id}\nevent: console-event\ndata: ${JSON.stringify(event)}\n\n`);
};

/** Serves the console's events as `GET /events`, resumed after `Last-Event-ID`. Returns what closes all streams. */
export function mountEvents(server: FastifyInstance, theConsole: Console): () => void {
  const streams = new Set<ServerResponse>();
  const ring: KeptEvent[] = [];
  let lastId = 0;
  theConsole.listen((event) => {
    const kept = { id: (lastId += 1), event };
    ring.push(kept);
    if (ring.length > ringSize) ring.shift();
    for (const stream of streams) write(stream, kept);
  });
  server.get('/events', (request, reply) => {
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    const after = request.headers['last-event-id'];
    if (after === undefined) {
      out.write(`id: ${lastId}\nevent: hello\ndata: {}\n\n`);
    } else {
      const missed = ring.filter(({ id }) => id > Number(after));
      const complete = Number(after) <= lastId && missed.length === lastId - Number(after);
      if (complete) for (const kept of missed) write(out, kept);
      else out.write(`id: ${lastId}\nevent: reset\ndata: {}\n\n`);
    }
    streams.add(out);
    const beat = setInterval(() => out.write(':\n\n'), heartbeatMs);
    out.once('close', () => {
      clearInterval(beat);
      streams.delete(out);
    });
  });
  return () => {
    for (const stream of streams) stream.end();
  };
}
