import { afterEach, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { createApiClient } from '#main/console/api-client/api-client.ts';
import type { Access } from '#main/console/api-client/service-client.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import { createNodeTransport } from '#main/hosts/node/node-transport.ts';
import { errorOf, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { type Answer, json, startTestApi, takes, type TestApi } from '#test/fixtures/service/test-api.ts';

const key = 'ferry_test_0123456789abcdef';
let api: TestApi | undefined;
afterEach(() => api?.close());

async function createLinkToken(answer: Answer | null, more: Partial<Access> = {}) {
  api = await startTestApi(answer ?? takes(key));
  if (answer === null) api.close();
  const access: Access = {
    profileId: 'p',
    binding: 'p',
    baseURL: api.url,
    apiKey: key,
    companiesPageSizeParameter: 'page_size',
    readOnly: false,
    ended: new AbortController().signal,
    ...more,
  };
  const transport = createNodeTransport({ proxiesFor: () => ({}) });
  const ports = { clock: systemClock, transport, version: '0', sanitizer: createRedactor(), binding: () => 'p' };
  const client = createApiClient({ ...ports, access: async () => succeed(access) });
  return client.createLinkToken(new AbortController().signal);
}

test('the console requests a link token once, with an empty object', { tags: '@C12' }, async () => {
  let body = '';
  const reply = await createLinkToken((request, response) => {
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => takes(key)(request, response));
  });
  expect(valueOf(reply)).toMatchObject({ profileId: 'p', json: { link_token: 'link-token-of-a-test' } });
  expect([body, api?.requests.map(({ line }) => line)]).toEqual(['{}', ['POST /api/v1/link-token']]);
});

test.each([
  ['the connection is reset', ((request) => void request.socket.destroy()) satisfies Answer],
  [
    'the response is truncated',
    ((_request, reply) =>
      void reply.writeHead(200, { 'Content-Length': 100 }).write('{"link', () => reply.destroy())) satisfies Answer,
  ],
] as const)(
  'a lost response has its own error, and the request is not repeated: %s',
  { tags: ['@C12', '@F2'] },
  async (_name, answer) => {
    expect(errorOf(await createLinkToken(answer)).code).toBe('reply_lost');
    expect(api?.requests).toHaveLength(1);
  },
);

test('an unreachable service gives a different error than a lost response', { tags: ['@C12', '@F2'] }, async () => {
  expect(errorOf(await createLinkToken(null)).code).toBe('offline');
});

test('the console does not repeat a POST to a failing service', { tags: ['@C12', '@F1'] }, async () => {
  expect(errorOf(await createLinkToken(json(503, {}))).code).toBe('service_failed');
  expect(api?.requests).toHaveLength(1);
});

test('a read-only console sends no request that would create data', { tags: '@C41' }, async () => {
  expect(errorOf(await createLinkToken(takes(key), { readOnly: true })).code).toBe('read_only');
  expect(api?.requests).toEqual([]);
});
