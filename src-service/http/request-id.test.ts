import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestRequest, type TestService } from '../testing/test-service.ts';
import { addressOf } from './listen.ts';
import { newRequestId } from './request-id.ts';

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { accessLog: (line) => void lines.push(line) });
});
afterAll(() => service.end());

const requests: readonly (readonly [what: string, request: TestRequest])[] = [
  ['a health check', { url: '/healthz' }],
  ['a request without a key', { url: '/api/v1/migrations', bearer: null }],
  ['an unknown path', { url: '/nothing' }],
  ['a method that the path does not support', { url: '/healthz', method: 'DELETE' }],
  ['a foreign Host', { url: '/healthz', headers: { host: 'evil.example' } }],
  ['a body that is not JSON', { url: '/api/v1/link-token', method: 'POST', body: '{' }],
  ['a path that is not valid', { url: '/%' }],
  ['a file of the SDK', { url: '/sdk/ferry-sdk.js' }],
];

test.each(requests)('%s gets a Request-Id', { tags: '@X34' }, async (_what, request) => {
  const { headers } = await service.send(request);
  expect(headers['request-id']).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

test('a valid incoming Request-Id comes back, and an invalid Request-Id is replaced', { tags: '@X34' }, async () => {
  const idFor = async (sent: string) =>
    (await service.send({ url: '/healthz', headers: { 'request-id': sent } })).headers['request-id'];
  expect(await idFor('own_Id-1')).toBe('own_Id-1');
  for (const invalid of ['', 'a b', 'a'.repeat(65), 'x;y']) expect(await idFor(invalid)).toMatch(/^[0-7]\w{25}$/);
});

test('a request that is not HTTP gets a Request-Id', { tags: '@X34' }, async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(addressOf(service.app)).port), '127.0.0.1');
  socket.end('nonsense\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 .*\r\nRequest-Id: [0-7]\w{25}\r\n/s);
});

test('request IDs are ULIDs: sorted by time and unique', { tags: '@X34' }, () => {
  expect(newRequestId(1_469_918_176_385)).toMatch(/^01ARYZ6S41/);
  const ids = Array.from({ length: 1_000 }, () => newRequestId());
  expect(new Set(ids).size).toBe(1_000);
});

test('the access log has the route, the organization and the key, and no path', { tags: '@X34' }, async () => {
  lines.length = 0;
  const id = '01234567-89ab-4cde-8f01-23456789abcd';
  const { headers } = await service.send({ url: `/api/v1/migrations/${id}?x=canary` });
  await service.send({ url: '/canary', bearer: null });
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toEqual({
    time: expect.stringMatching(/Z$/),
    method: 'GET',
    route: '/api/v1/migrations/:id',
    status: 400,
    ms: expect.any(Number),
    request_id: headers['request-id'],
    organization_id: (await service.store.seed.organization())?.id,
    key_id: expect.any(String),
  });
  expect(second).toMatchObject({ route: null, status: 404, organization_id: null, key_id: null });
  expect(lines.join()).not.toMatch(new RegExp(`${id}|canary|${service.apiKey}`));
});
