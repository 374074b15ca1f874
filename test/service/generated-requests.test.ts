import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { sendRaw } from './raw-request.ts';

const count = isSoak ? 20_000 : 400;

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await openTestService({ migrations: 30, companies: 5 });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  service.app.server.closeAllConnections();
  await service.end();
});

const paths = [
  '/healthz',
  '/api/v1/migrations',
  '/api/v1/migrations/00000000-0000-4000-8000-000000000000',
  '/api/v1/companies',
  '/api/v1/link-token',
  '/api/v1/access-token',
  '/api/v1/migration-modal',
  '/sessions/v1/outcome',
  '/sdk/words',
  `/modal/${'A'.repeat(43)}/login`,
  '/openapi.json',
  '/openapi-webhooks.json',
  '/openapi-reports.json',
  '/openapi-erasure.json',
  '/openapi-activity.json',
  '/reports/v1/migrations/00000000-0000-4000-8000-000000000000',
  '/reports/v1/migrations/00000000-0000-4000-8000-000000000000/items',
];
/** Returns `nothing` in most cases, otherwise a value. */
const optionalOr = <Value>(arbitrary: fc.Arbitrary<Value>, nothing: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary });
const junk = fc.string({ unit: 'binary', maxLength: 40 });
const hostileSegment = fc.constantFrom(
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%5c..%5c',
  '/%00',
  '/%',
  '/%zz',
  '//',
  ';a=b',
  `/${'a'.repeat(3_000)}`,
  '/__proto__',
  '/constructor',
);
const query = fc.oneof(
  fc.constantFrom(
    '?page=1&page=2',
    '?page[]=1',
    '?page=%00',
    '?page=9e99',
    '?page_size=-1',
    '?__proto__[a]=1',
    '?',
    '?&&=&',
  ),
  fc
    .tuple(fc.constantFrom('page', 'page_size', 'x'), fc.webQueryParameters())
    .map(([name, value]) => `?${name}=${value}`),
);
const target = fc
  .tuple(fc.constantFrom(...paths), optionalOr(hostileSegment, ''), optionalOr(query, ''), optionalOr(junk, ''))
  .map((parts) => parts.join(''));

const jsonBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '{',
    '{"link_token":',
    '[]',
    'null',
    '{"user_id":{"a":1}}',
    '{"link_token":"\\u0000"}',
    '{"__proto__":{}}',
    '\uFEFF{}',
  ),
  fc.integer({ min: 1, max: 30_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 65_000, max: 70_000 }).map((length) => JSON.stringify('x'.repeat(length))),
);
const body = fc.oneof(
  jsonBody.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/xml',
  'json',
  '',
  'application/json; charset="',
  'multipart/form-data; boundary=x',
);

const oddHeader = fc.oneof(
  fc.constantFrom(
    'X-Huge: '.padEnd(20_000, 'x'),
    'Content-Length: 3\r\nContent-Length: 4',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: nonsense',
    'Expect: 100-continue',
    'Host: evil.example',
    'Host: ',
    'Authorization: Bearer a\r\nAuthorization: Bearer b',
    'Cookie: ferry_session=x',
    'Origin: null',
    'X-Null: a\0b',
    ' folded: yes',
    'no colon here',
    'Upgrade: websocket\r\nConnection: upgrade',
  ),
  fc
    .integer({ min: 1, max: 1_500 })
    .map((many) => Array.from({ length: many }, (_, index) => `x${index}: 1`).join('\r\n')),
  junk.map((value) => `X-Junk: ${value}`),
);

interface GeneratedRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly authorized: boolean;
  readonly type: string;
  readonly odd: string | null;
  readonly body: Buffer;
  /** The fraction of the body that is sent. */
  readonly sent: number;
}

const request: fc.Arbitrary<GeneratedRequest> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
    { weight: 1, arbitrary: fc.constantFrom('TRACE', 'CONNECT', 'PROPFIND', 'BREW', 'get', '') },
  ),
  target,
  version: fc.oneof(
    { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/9.9', '') },
  ),
  authorized: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  type: contentType,
  odd: optionalOr<string | null>(oddHeader, null),
  body,
  sent: fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
});

const bytesOf = (generated: GeneratedRequest): Buffer => {
  const { method, type, odd } = generated;
  const hasBody = /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
  const headers = [
    'Host: 127.0.0.1',
    'Connection: close',
    ...(generated.authorized ? [`Authorization: ${service.authorization}`] : []),
    ...(hasBody ? [`Content-Length: ${generated.body.length}`, ...(type === '' ? [] : [`Content-Type: ${type}`])] : []),
    ...(odd === null ? [] : [odd]),
  ];
  const head = `${method} ${generated.target} ${generated.version}\r\n${headers.join('\r\n')}\r\n\r\n`;
  const sent = Math.floor(generated.body.length * generated.sent);
  return Buffer.concat([Buffer.from(head, 'latin1'), ...(hasBody ? [generated.body.subarray(0, sent)] : [])]);
};

test(
  `${count} generated requests never cause a 5xx, a crash or a hang, and errors always have the Error body`,
  { tags: ['@X1', '@T41'], timeout: 900_000 },
  async () => {
    const observed = new Map<number, number>();
    const hasValidResponse = async (generated: GeneratedRequest): Promise<boolean> => {
      const reply = await sendRaw(port, bytesOf(generated));
      // A truncated body closes the connection, so no reply can arrive.
      if (reply === undefined) return generated.sent < 1 || generated.odd !== null || generated.method === 'CONNECT';
      observed.set(reply.status, (observed.get(reply.status) ?? 0) + 1);
      if (reply.status >= 500) return false;
      const hasErrorBody = reply.status >= 400 && generated.method !== 'HEAD';
      const isPage = reply.headers.get('content-type')?.startsWith('text/html') ?? false;
      return !hasErrorBody || isPage || apiErrorSchema.safeParse(JSON.parse(reply.body)).success;
    };
    const result = await fc.check(fc.asyncProperty(request, hasValidResponse), { numRuns: count, seed: sampleSeed });
    expect(fc.defaultReportMessage(result)).toBeUndefined();
    expect((await service.send({ url: '/healthz' })).status).toBe(200);
    for (const status of [200, 400, 401, 404, 405]) expect(observed.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
  },
);

test('a request never gets two responses, whichever part of it is invalid', { tags: ['@X1', '@T41'] }, async () => {
  for (const wrong of ['Transfer-Encoding: nonsense', 'Content-Length: x', 'Host']) {
    const head = `GET /healthz/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n${wrong}\r\n\r\n`;
    const reply = await sendRaw(port, Buffer.from(head));
    expect(reply?.status).toBe(400);
    expect(apiErrorSchema.parse(JSON.parse(reply?.body ?? '')).type).toBe('api_error');
  }
});

test('a request without a Host gets the Error body', { tags: '@X1' }, async () => {
  for (const host of ['', 'Host: \r\n']) {
    const reply = await sendRaw(port, Buffer.from(`GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`));
    expect(reply?.status).toBe(400);
    expect(JSON.parse(reply?.body ?? '')).toEqual({
      type: 'api_error',
      message: expect.stringMatching(/^The Host header is missing or malformed\. Send /),
    });
  }
});

test('slowly arriving headers and bodies get a 408 with the Error body', { tags: ['@X1', '@T41'] }, async () => {
  const { connect } = await import('node:net');
  const { server } = service.app;
  const { headersTimeout, requestTimeout } = server;
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 2_000,
  });
  // Shorter limits of the same server, so that the test doesn't wait.
  Object.assign(server, { headersTimeout: 500, requestTimeout: 1_000 });
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
  const dribble = (start: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(start));
      let text = '';
      const dripTimer = setInterval(() => socket.write('x'), 100);
      socket.setEncoding('utf8').on('data', (data: string) => (text += data));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(dripTimer);
        resolve(text);
      });
    });
  const post = `POST /api/v1/link-token HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${service.authorization}\r\n`;
  const startedAt = performance.now();
  const texts = await Promise.all([
    dribble('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    dribble(`${post}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`),
  ]);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"type":"api_error"/);
});

test(
  'a client that closes its side of the connection after the request still gets a response',
  { tags: '@X1' },
  async () => {
    const head = `GET /api/v1/companies HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${service.authorization}\r\n\r\n`;
    for (let round = 0; round < 40; round += 1) {
      const replies = await Promise.all(Array.from({ length: 25 }, () => sendRaw(port, Buffer.from(head))));
      expect(replies.map((reply) => reply?.status)).toEqual(replies.map(() => 200));
    }
  },
);
