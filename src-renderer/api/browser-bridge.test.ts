import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ConsoleEvent, EventLine } from '#shared/console-contract/types.ts';
import { createBrowserBridge } from './browser-bridge.ts';
import type { EventSharing } from './shared-events.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const open = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  sharing: EventSharing | null = null,
) => {
  server = createServer(handle);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const message = { lost: 0, reset: 0, reachable: [] as boolean[] };
  const bridge = createBrowserBridge({
    secret: 's3cret',
    sharing,
    fetch: (url, init) => fetch(`http://127.0.0.1:${port}${String(url)}`, init),
    onSessionLost: () => (message.lost += 1),
    onReset: () => (message.reset += 1),
    onReachable: (reachable) => message.reachable.push(reachable),
  });
  const list = (callId: string, args: unknown) => bridge.call('migrations', 'list', callId, args);
  return { bridge, list, calls: message };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
};

describe('calls', () => {
  test('a call is a POST with session, call ID and JSON', { tags: '@T4' }, async () => {
    let observed: unknown[] = [];
    const { list } = await open(async (request, response) => {
      const { 'x-ferry-session': session, 'x-ferry-call': call, 'content-type': type } = request.headers;
      observed = [request.method, request.url, session, call, type, await bodyOf(request)];
      response.end('{"ok":true,"value":[1]}');
    });
    expect(await list('c-1', { page: 1 })).toEqual({ ok: true, value: [1] });
    expect(observed).toEqual(['POST', '/calls/migrations/list', 's3cret', 'c-1', 'application/json', '{"page":1}']);
  });

  test('the error of a rejected call is passed on unchanged', async () => {
    const error = { code: 'invalid_arguments', at: '2026-11-20T13:30:20.000Z' };
    const { list } = await open((_request, response) => {
      response.writeHead(400).end(JSON.stringify({ ok: false, error }));
    });
    expect(await list('c-1', {})).toEqual({ ok: false, error });
  });

  test('a 401 response means that the session has ended', { tags: '@T4' }, async () => {
    const { list, calls } = await open((_request, response) => response.writeHead(401).end('{}'));
    expect(await list('c-1', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(calls.lost).toBe(1);
  });

  test('cancelling closes the connection, and the call ends as cancelled', { tags: '@C12' }, async () => {
    let closed: () => void = () => undefined;
    const closing = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { bridge, list } = await open((_request, response) => {
      response.on('close', () => closed());
      arrived();
    });
    const call = list('c-1', {});
    await arrival;
    bridge.cancel('c-1');
    expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await closing;
  });

  test('a call to a stopped host resolves with an error that says so', { tags: '@F25' }, async () => {
    const { list, calls } = await open((request) => request.destroy());
    const outcome = await list('c-1', {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(!outcome.ok && outcome.error.detail).toContain("isn't responding");
    expect(calls.reachable).toEqual([false]);
  });
});

describe('events', () => {
  const say = (response: ServerResponse, line: EventLine) => response.write(`${JSON.stringify(line)}\n\n`);
  const knownCompanies = (known: number): ConsoleEvent => ({ name: 'companies:directory-changed', data: { known } });

  test('events reach every listener, and a lost stream resumes after the last event', async () => {
    const tries: (string | undefined)[] = [];
    const { bridge } = await open((request, response) => {
      tries.push(request.headers['last-event-id'] as string | undefined);
      expect(request.headers['x-ferry-session']).toBe('s3cret');
      say(response, { id: tries.length, event: knownCompanies(tries.length) });
      if (tries.length === 1) response.end();
    });
    const events: ConsoleEvent[] = [];
    const stop = bridge.listen((event) => events.push(event));
    await expect.poll(() => events).toHaveLength(2);
    stop();
    expect(events.map(({ data }) => data)).toEqual([{ known: 1 }, { known: 2 }]);
    expect(tries).toEqual([undefined, '1']);
  });

  test('a page that listens again gets no event twice', async () => {
    const tries: (string | undefined)[] = [];
    const { bridge } = await open((request, response) => {
      tries.push(request.headers['last-event-id'] as string | undefined);
      say(response, { id: tries.length, event: knownCompanies(tries.length) });
    });
    const events: ConsoleEvent[] = [];
    for (const count of [1, 2]) {
      const stop = bridge.listen((event) => events.push(event));
      await expect.poll(() => events).toHaveLength(count);
      stop();
    }
    expect(tries).toEqual([undefined, '1']);
  });

  test('a tab that listens again reports a reset if another tab received events meanwhile', async () => {
    const openChannel = () => new BroadcastChannel('ferry-events');
    const leader = openChannel();
    onTestFinished(() => leader.close());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target origin
    const postLine = (line: EventLine) => leader.postMessage(line);
    let lastId = 4;
    leader.addEventListener('message', () => {
      postLine({ id: lastId });
      postLine({ id: (lastId += 1), event: knownCompanies(lastId) });
    });
    const locks = { request: () => new Promise<never>(() => undefined) };
    const { bridge, calls } = await open(() => undefined, { locks, openChannel });
    const events: ConsoleEvent[] = [];
    const resets: number[] = [];
    for (const missedCount of [0, 0, 3, 0]) {
      lastId += missedCount;
      const { length } = events;
      const stop = bridge.listen((event) => events.push(event));
      await expect.poll(() => events).toHaveLength(length + 1);
      resets.push(calls.reset);
      stop();
    }
    expect(resets).toEqual([0, 0, 1, 1]);
  });

  test('a reset reports that all data can be outdated', async () => {
    const { bridge, calls } = await open((_request, response) => {
      say(response, { id: 9, isReset: true });
    });
    const events: ConsoleEvent[] = [];
    const stop = bridge.listen((event) => events.push(event));
    await expect.poll(() => calls.reset).toBe(1);
    stop();
    expect(events).toEqual([]);
  });

  test('a damaged line counts as a reset, and the stream continues', async () => {
    let tries = 0;
    const { bridge, calls } = await open((_request, response) => {
      tries += 1;
      response.write('{"id": 1, "ev\n');
      say(response, { id: 2, event: knownCompanies(2) });
    });
    const events: ConsoleEvent[] = [];
    const stop = bridge.listen((event) => events.push(event));
    await expect.poll(() => events).toEqual([knownCompanies(2)]);
    stop();
    expect([calls.reset, tries]).toEqual([1, 1]);
  });

  test('events are the same wherever the stream is split', async () => {
    const lines = [1, 2, 3].map((id) => `${JSON.stringify({ id, event: knownCompanies(id) })}\n`).join('');
    const { bridge } = await open(async (_request, response) => {
      for (const piece of lines.match(/[^]{1,7}/g) ?? []) {
        response.write(piece);
        await new Promise(setImmediate);
      }
    });
    const events: ConsoleEvent[] = [];
    const stop = bridge.listen((event) => events.push(event));
    await expect.poll(() => events).toEqual([1, 2, 3].map(knownCompanies));
    stop();
  });

  test('a 401 response ends the stream permanently', { tags: '@T4' }, async () => {
    let tries = 0;
    const { bridge, calls } = await open((_request, response) => {
      tries += 1;
      response.writeHead(401).end('{}');
    });
    const stop = bridge.listen(() => undefined);
    await expect.poll(() => calls.lost).toBe(1);
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    stop();
    expect(tries).toBe(1);
  });
});
