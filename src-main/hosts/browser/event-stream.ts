import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import type { Console } from '../../console/create-console.ts';

/** Events stored for reconnecting pages. A page that missed more events reloads everything. */
const ringSize = 1_000;
const heartbeatMs = 20_000;
/** A stream with more unread data is closed. The page reconnects and receives the events that it missed. */
const maxPendingBytes = 1024 * 1024;

interface BufferedEvent {
  readonly id: number;
  readonly event: ConsoleEvent;
}

/** Skips closed streams, because writing to a closed stream crashes the process. */
const writeTo = (out: ServerResponse, text: string): void => {
  if (!out.writableEnded) out.write(text);
};
const write = (out: ServerResponse, { id, event }: BufferedEvent): void =>
  writeTo(out, `id: ${id}\nevent: console-event\ndata: ${JSON.stringify(event)}\n\n`);

/** Serves events as `GET /events`, resumed after `Last-Event-ID`. The returned function closes all streams. */
export function mountEvents(
  server: FastifyInstance,
  theConsole: Pick<Console, 'listen'>,
  onCount: (open: number) => void,
): () => void {
  const streams = new Set<ServerResponse>();
  const ring: BufferedEvent[] = [];
  let lastId = 0;
  theConsole.listen((event) => {
    const bufferedEvent = { id: (lastId += 1), event };
    ring.push(bufferedEvent);
    if (ring.length > ringSize) ring.shift();
    for (const stream of streams) {
      if (stream.writableLength > maxPendingBytes) stream.destroy();
      else write(stream, bufferedEvent);
    }
  });
  server.get('/events', (request, reply) => {
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    const lastEventId = request.headers['last-event-id'];
    if (lastEventId === undefined) {
      out.write(`id: ${lastId}\nevent: hello\ndata: {}\n\n`);
    } else {
      const missedEvents = ring.filter(({ id }) => id > Number(lastEventId));
      const isComplete = Number(lastEventId) <= lastId && missedEvents.length === lastId - Number(lastEventId);
      if (isComplete) for (const missedEvent of missedEvents) write(out, missedEvent);
      else out.write(`id: ${lastId}\nevent: reset\ndata: {}\n\n`);
    }
    streams.add(out);
    onCount(streams.size);
    const heartbeat = setInterval(() => writeTo(out, ':\n\n'), heartbeatMs);
    out.once('close', () => {
      clearInterval(heartbeat);
      streams.delete(out);
      onCount(streams.size);
    });
  });
  return () => {
    for (const stream of streams) stream.end();
  };
}
