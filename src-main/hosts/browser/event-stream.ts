import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import { type EventLine, pageLoadedAtHeader } from '#shared/console-contract/types.ts';
import type { Console } from '../../console/create-console.ts';

/** Events stored for reconnecting pages. A page that missed more events reloads everything. */
const ringSize = 1_000;
const heartbeatMs = 20_000;
/** A stream with more unread data is closed. The page reconnects and receives the events that it missed. */
const maxPendingBytes = 1024 * 1024;

/** Skips closed streams, because writing to a closed stream crashes the process. */
const writeTo = (out: ServerResponse, text: string): void => {
  if (!out.writableEnded) out.write(text);
};
const write = (out: ServerResponse, line: EventLine): void => writeTo(out, `${JSON.stringify(line)}\n`);

/**
 * Serves events as lines of JSON at `GET /events`, from the load of the page or resumed after `Last-Event-ID`. The
 * returned function closes all streams.
 */
export function mountEvents(
  server: FastifyInstance,
  theConsole: Pick<Console, 'listen'>,
  onCount: (open: number) => void,
): () => void {
  const streams = new Set<ServerResponse>();
  const ring: (Required<Pick<EventLine, 'id' | 'event'>> & { readonly at: number })[] = [];
  let lastId = 0;
  theConsole.listen((event) => {
    const bufferedEvent = { id: (lastId += 1), event };
    ring.push({ ...bufferedEvent, at: Date.now() });
    if (ring.length > ringSize) ring.shift();
    for (const stream of streams) {
      if (stream.writableLength > maxPendingBytes) stream.destroy();
      else write(stream, bufferedEvent);
    }
  });
  server.get('/events', (request, reply) => {
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    // The first calls of a page may be answered before its stream is open.
    const loadedAt = Number(request.headers[pageLoadedAtHeader] ?? Number.POSITIVE_INFINITY);
    const lastEventId = Number(
      request.headers['last-event-id'] ?? ring.filter(({ at }) => at < loadedAt).pop()?.id ?? 0,
    );
    const missedEvents = ring.filter(({ id }) => id > lastEventId);
    const isComplete = lastEventId <= lastId && missedEvents.length === lastId - lastEventId;
    if (!isComplete) write(out, { id: lastId, isReset: true });
    else if (missedEvents.length === 0) write(out, { id: lastId });
    else for (const { id, event } of missedEvents) write(out, { id, event });
    streams.add(out);
    onCount(streams.size);
    const heartbeat = setInterval(() => writeTo(out, '\n'), heartbeatMs);
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
