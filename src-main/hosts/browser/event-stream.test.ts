import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ConsoleEvent, pageLoadedAtHeader } from '#shared/console-contract/types.ts';
import { mountEvents } from './event-stream.ts';

let server: FastifyInstance | undefined;
let closeStreams: (() => void) | undefined;
afterEach(async () => {
  closeStreams?.();
  await server?.close();
});

/** Serves only the event route, on a real port. Other tests check its guards on the whole server. */
async function serve() {
  server = Fastify({ forceCloseConnections: true });
  let emit: (event: ConsoleEvent) => void = () => undefined;
  const counts: number[] = [];
  const listen = (listener: typeof emit) => {
    emit = listener;
    return () => undefined;
  };
  closeStreams = mountEvents(server, { listen }, (open) => counts.push(open));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/events`;
  return { url, counts, known: (known: number) => emit({ name: 'companies:directory-changed', data: { known } }) };
}

/** Reads a stream until `enough` returns true. Resolves with the stream's content. */
async function read(
  url: string,
  enough: (text: string) => boolean,
  lastEventId?: string,
  loadedAt?: number,
): Promise<string> {
  const stop = new AbortController();
  const headers = {
    ...(loadedAt !== undefined && { [pageLoadedAtHeader]: String(loadedAt) }),
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  };
  const { body } = await fetch(url, { headers, signal: stop.signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (enough(text)) break;
  }
  stop.abort();
  return text;
}

test('a reconnecting page gets the events it missed, in order', async () => {
  const { url, known } = await serve();
  for (let count = 1; count <= 5; count += 1) known(count);
  const text = await read(url, (observed) => observed.includes('"known":5'), '2');
  expect(text.match(/^{"id":\d+/gm)).toEqual(['{"id":3', '{"id":4', '{"id":5']);
});

test('a reader that says neither its last event nor its start gets only new events', async () => {
  const { url, known } = await serve();
  known(1);
  const text = await read(url, (observed) => {
    if (!observed.includes('"known":2')) known(2);
    return observed.includes('"known":2');
  });
  expect(text).toMatch(/^{"id":1}\n/);
  expect(text).not.toContain('"known":1');
});

test('a new page gets events since it was loaded, which its first calls may have missed', async () => {
  const { url, known } = await serve();
  known(1);
  const emittedAt = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(emittedAt);
  const loadedAt = Date.now();
  known(2);
  known(3);
  const text = await read(url, (observed) => observed.includes('"known":3'), undefined, loadedAt);
  expect(text.match(/^{"id":\d+/gm)).toEqual(['{"id":2', '{"id":3']);
  expect(await read(url, (observed) => observed.includes('"known":3'), undefined, 1)).toContain('"known":1');
  for (let count = 1; count <= 1_010; count += 1) known(count);
  expect(await read(url, (observed) => observed.includes('\n'), undefined, loadedAt)).toBe(
    '{"id":1013,"isReset":true}\n',
  );
});

test.each([
  ['more than 1,000 events ago', '1'],
  ['from another run of the console', '999999'],
  ['not a number', 'abc'],
])('a page whose last event is %s must reload everything', async (_name, lastEventId) => {
  const { url, known } = await serve();
  for (let count = 1; count <= 1_010; count += 1) known(count);
  const text = await read(url, (observed) => observed.includes('\n'), lastEventId);
  expect(text).toBe('{"id":1010,"isReset":true}\n');
});

test('the event stream counts its open connections', async () => {
  const { url, counts, known } = await serve();
  known(1);
  await read(url, (observed) => observed.includes('{"id":1}'));
  await expect.poll(() => counts).toEqual([1, 0]);
});

test('an event during shutdown reaches no page and causes no error', { tags: '@C20' }, async () => {
  const { url, counts, known } = await serve();
  const { body } = await fetch(url);
  const reader = body?.getReader();
  await reader?.read();
  closeStreams?.();
  // Writing to a stream that has ended would cause an unhandled error.
  known(1);
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) continue;
  await expect.poll(() => counts.at(-1)).toBe(0);
});
