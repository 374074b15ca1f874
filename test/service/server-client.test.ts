import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Ferry, FerryAPIError, type FerryOptions } from '#server-client/index.ts';
import { freePort } from '#service/testing/free-port.ts';
import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { type PythonClients, pythonMissing, startPythonClients } from '#test/fixtures/packages/python-client.ts';
import { callService, runService, type RunningProcess } from './run-service.ts';

let service: RunningProcess;
let python: PythonClients | undefined;
let folder: string;
const whyNoPython = pythonMissing();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-client-'));
  const flags = ['--data', path.join(folder, 'data'), '--port', '0', '--migrations', '250', '--companies', '3'];
  service = await runService([...flags, '--allow-control', '--webhooks-allow-loopback', '--access-log']);
  if (whyNoPython === undefined) python = startPythonClients(path.join(folder, 'python'));
});
afterAll(async () => {
  python?.end();
  await service.end();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await fetch(`${service.line.url}/control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${service.line.apiKey}` },
  });
});

const fault = async (method: string, pathname: string, effect: object, times: number): Promise<void> => {
  const { status } = await callService(service.line, '/control/faults', {
    body: { rules: [{ match: { method, path: pathname }, effect, times }] },
  });
  expect(status).toBe(200);
};
const errorOf = async (call: PromiseLike<unknown>): Promise<FerryAPIError> => {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FerryAPIError)) throw new Error(`not a FerryAPIError: ${String(error)}`);
  return error;
};
const retryNow = { 'retry-after': '0' };

const clients = [
  {
    name: '@ferry/server',
    tags: ['@S25'],
    create: (options: FerryOptions): Ferry => new Ferry(options),
    why: undefined,
  },
  {
    name: 'ferry-server for Python',
    tags: ['@S28'],
    create: (options: FerryOptions): Ferry => python!.create(options),
    why: whyNoPython,
  },
];

describe.each(clients)('$name', ({ name, tags, create, why }) => {
  let ferry: Ferry;
  beforeAll(() => {
    if (why === undefined) ferry = create({ apiKey: service.line.apiKey, baseURL: service.line.url });
  });
  beforeEach(({ skip }) => skip(why !== undefined, `${name}: ${why}`));

  test('a loop reads every row, and await reads one page', { tags }, async () => {
    const ids = new Set<string>();
    for await (const { id } of ferry.migrations.list({ page_size: 70 })) ids.add(id);
    expect(ids.size).toBe(250);
    const { results, page } = await ferry.migrations.list({ status: ['FAILED', 'COMPLETE'], page_size: 5 });
    expect([results.length, page.size]).toEqual([5, 5]);
    expect(results.every(({ status }) => status === 'FAILED' || status === 'COMPLETE')).toBe(true);
    const [first] = results;
    expect(await ferry.migrations.get(first!.id)).toEqual(first);
  });

  test('every resource of the client returns a response of its declared type', { tags }, async () => {
    const [company] = (await ferry.companies.list()).results;
    expect(await ferry.companies.get(company!.id)).toEqual(company);
    const [migration] = (await ferry.migrations.list()).results;
    expect(await ferry.health()).toMatchObject({ status: 'ok' });
    expect(await ferry.activity.list(migration!.id)).toMatchObject({ migration_id: migration!.id, results: [] });
    expect(await ferry.activity.sessions({ user_id: 'unknown@aurora.example' })).toEqual({ results: [], next: null });
    expect((await ferry.activity.funnel()).steps.length).toBeGreaterThan(0);
    const [complete] = (await ferry.migrations.list({ status: ['COMPLETE'] })).results;
    const report = await ferry.reports.get(complete!.id);
    const items = new Set<string>();
    for await (const { collection, item } of ferry.reports.items(complete!.id, { limit: 1000 }))
      items.add(`${collection} ${item}`);
    expect(report.total).toBeGreaterThan(1000);
    expect(items.size).toBe(report.total);
    expect(await ferry.webhooks.deliveries.list()).toMatchObject({ results: [] });
    for await (const event of ferry.webhooks.events()) expect(event.type).toBe('migration.status_updated');
  });

  test('a read is repeated until it succeeds, at most twice', { tags }, async () => {
    await fault('GET', '/healthz', { status: 503, headers: retryNow }, 2);
    expect(await ferry.health()).toMatchObject({ status: 'ok' });
    await fault('GET', '/healthz', { drop: true }, 1);
    expect(await ferry.health()).toMatchObject({ status: 'ok' });
    await fault('GET', '/healthz', { status: 503, headers: retryNow }, 3);
    const error = await errorOf(ferry.health());
    expect(error).toMatchObject({ name: 'FerryAPIError', code: 'service_error', status: 503 });
    expect(await ferry.health()).toMatchObject({ status: 'ok' });
  });

  test('a read that the service asks to repeat in an hour fails immediately', { tags }, async () => {
    await fault('GET', '/healthz', { status: 429, headers: { 'retry-after': '3600' } }, 1);
    expect(await errorOf(ferry.health())).toMatchObject({ code: 'rate_limited', status: 429 });
  });

  test.each([
    ['the connection is cut', { drop: true }],
    ['the response is cut', { truncate_after: 5 }],
    ['a proxy lost the response', { status: 504 }],
  ] as const)('a write is sent once, and its lost response is reported: %s', { tags }, async (_name, effect) => {
    await fault('POST', '/api/v1/link-token', effect, 1);
    const error = await errorOf(ferry.linkTokens.create());
    expect(error.code).toBe('reply_lost');
    expect(error.message).toContain('The service may have carried it out');
    expect(error.message).toContain(error.requestId);
    // A dropped connection has no line in the access log.
    const loggedText = () => ('drop' in effect ? error.requestId : service.output().stderr);
    await expect.poll(loggedText).toContain(error.requestId);
    expect(await ferry.linkTokens.create({ user_id: 'ada@aurora.example' })).toHaveProperty('link_token');
  });

  test('a refused write is not repeated', { tags }, async () => {
    await fault('POST', '/api/v1/link-token', { status: 503, headers: retryNow }, 1);
    expect(await errorOf(ferry.linkTokens.create())).toMatchObject({ code: 'service_error', status: 503 });
    const error = await errorOf(ferry.linkTokens.create({ user_id: 'ada' }));
    expect(error).toMatchObject({ code: 'request_refused', status: 400 });
    expect(error.message).toContain('user_id must be a UUID or an email address.');
  });

  test('a write that was never sent is a network error', { tags }, async () => {
    const apiKey = service.line.apiKey;
    const unreachable = create({ apiKey, baseURL: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 });
    expect((await errorOf(unreachable.linkTokens.create())).code).toBe('network');
    expect((await errorOf(unreachable.health())).code).toBe('network');
  });

  test('hosted links are created, listed and revoked', { tags: [...tags, '@S27'] }, async () => {
    const created = await ferry.hostedLinks.create({ user_id: 'ada@aurora.example', metadata: { tenant: 'aurora' } });
    expect(created.url).toContain('/start#');
    const { url: _url, ...link } = created;
    const ids = new Set<string>();
    for await (const { id } of ferry.hostedLinks.list({ limit: 1 })) ids.add(id);
    expect(ids).toContain(link.id);
    expect((await ferry.hostedLinks.list()).results[0]).toEqual(link);
    expect(await ferry.hostedLinks.revoke(link.id)).toEqual({ ...link, status: 'revoked' });
    const [migration] = (await ferry.migrations.list()).results;
    expect(await errorOf(ferry.hostedLinks.retry(migration?.id ?? ''))).toMatchObject({ status: 409 });
  });

  test('a webhook of the service passes verify', { tags }, async () => {
    const receiver = await startReceiver();
    const { id, secret } = await ferry.webhooks.endpoints.create({ url: receiver.url, statuses: ['COMPLETE'] });
    await ferry.webhooks.endpoints.test(id);
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(await ferry.webhooks.verify(body, headers, secret)).toMatchObject({ type: 'ferry.test', data: { id } });
    const rotated = await ferry.webhooks.endpoints.rotate(id);
    expect(await ferry.webhooks.verify(body, headers, [rotated.secret, secret])).toMatchObject({ type: 'ferry.test' });
    await expect(async () => ferry.webhooks.verify(`${String(body)} `, headers, secret)).rejects.toThrow(
      'No signature matches.',
    );
    for (const unusable of ['short', `whsec_${'é'.repeat(20)}`])
      await expect(async () => ferry.webhooks.verify(body, headers, unusable)).rejects.toThrow(TypeError);
    // Node ignores the last character, which has no full byte.
    await expect(async () => ferry.webhooks.verify(body, headers, `whsec_${'a'.repeat(17)}`)).rejects.toThrow(
      name === '@ferry/server' ? 'No signature matches.' : TypeError,
    );
    expect((await ferry.webhooks.deliveries.list({ endpoint: id })).results).toHaveLength(1);
    expect(await ferry.webhooks.endpoints.update(id, { disabled: true })).toMatchObject({ disabled: true });
    expect(await ferry.webhooks.endpoints.remove(id)).toBeUndefined();
    await receiver.close();
  });

  test("a slow response is cancelled at the client's timeout", { tags }, async () => {
    await fault('GET', '/healthz', { stall: true }, 1);
    const hasty = create({ apiKey: service.line.apiKey, baseURL: service.line.url, timeoutMs: 200, maxRetries: 0 });
    expect((await errorOf(hasty.health())).code).toBe('network');
  });

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\nx-slow: '],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n'],
  ])("%s that arrive byte by byte are cancelled at the client's timeout", { tags }, async (_name, start) => {
    let sentBytes = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write(start));
      const timer = setInterval(() => (sentBytes++ < 100 ? socket.write(' ') : socket.end()), 100);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseURL = `http://127.0.0.1:${port}`;
    const hasty = create({ apiKey: service.line.apiKey, baseURL, timeoutMs: 500, maxRetries: 0 });
    expect((await errorOf(hasty.health())).code).toBe('network');
    expect(sentBytes).toBeLessThan(20);
    await new Promise((resolve) => server.close(resolve));
  });

  test('the key is in no error, and unusable arguments are refused', { tags }, async () => {
    const { apiKey, url } = service.line;
    await fault('GET', '/healthz', { status: 400, body: { type: 'api_error', message: `Key ${apiKey} is bad.` } }, 1);
    expect(inspect(await errorOf(ferry.health()), { depth: 9 })).not.toContain(apiKey);
    const health = async (options: FerryOptions) => create(options).health();
    for (const baseURL of ['http://api.ferry.example', 'ferry', `${url.replace('//', '//user@')}`, `${url}?a=b`])
      await expect(health({ apiKey, baseURL })).rejects.toThrow(TypeError);
    await expect(health({ apiKey: 'a\nb', baseURL: url })).rejects.toThrow(TypeError);
    await expect(async () => ferry.migrations.get('..')).rejects.toThrow(TypeError);
  });
});

const nodeClient = () => new Ferry({ apiKey: service.line.apiKey, baseURL: service.line.url });

test('a canceled call rejects with the reason of its signal', { tags: '@S25' }, async () => {
  const ferry = nodeClient();
  const reason = new Error('leaving');
  await expect(ferry.health({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await fault('GET', '/healthz', { status: 502, headers: { 'retry-after': '59' } }, 1);
  const controller = new AbortController();
  const waiting = ferry.health({ signal: controller.signal });
  await expect.poll(() => service.output().stderr).toContain('"status":502');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('the key is not visible in the client', { tags: ['@S25', '@S28'] }, async ({ skip }) => {
  const { apiKey, url } = service.line;
  expect(inspect(nodeClient(), { depth: 9, showHidden: true })).not.toContain(apiKey);
  if (python === undefined) return skip(whyNoPython);
  expect(await python.show({ apiKey, baseURL: url })).not.toContain(apiKey);
});
