import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccessToken } from '../testing/modal-flow.ts';
import { openTestService, type TestRequest, type TestService } from '../testing/test-service.ts';

let service: TestService;
let accessToken: string;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 });
  accessToken = await getAccessToken(service);
});
afterAll(() => service.end());

const key = 'The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.';
const json = 'The body must be JSON. Send Content-Type: application/json.';
const host =
  "The Host header is missing or malformed. Send this service's host and port, such as Host: 127.0.0.1:8600.";
const unreadable = 'The Origin header must be an origin such as https://app.example.com.';
const post = { method: 'POST', url: '/api/v1/link-token', body: '{}' } as const;
const resume = (origin: string) => (): TestRequest => ({
  url: '/api/v1/migration-modal',
  bearer: accessToken,
  headers: { origin },
});

const refused: readonly (readonly [what: string, request: () => TestRequest, status: number, sentence: string])[] = [
  ['no Authorization', () => ({ url: '/healthz', bearer: null }), 401, key],
  [
    'a key without Bearer',
    () => ({ url: '/healthz', bearer: null, headers: { authorization: service.apiKey } }),
    401,
    key,
  ],
  ['Basic', () => ({ url: '/healthz', bearer: null, headers: { authorization: 'Basic eDp5' } }), 401, key],
  ['a form', () => ({ ...post, headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 415, json],
  ['an invalid Content-Type', () => ({ ...post, headers: { 'content-type': 'json' } }), 415, json],
  ['an empty Content-Type', () => ({ ...post, headers: { 'content-type': '' } }), 415, json],
  ['a Host with a path', () => ({ url: '/healthz', headers: { host: '127.0.0.1/x' } }), 400, host],
  [
    'a foreign Host',
    () => ({ url: '/healthz', headers: { host: 'evil.example' } }),
    421,
    'This service accepts only local requests. Use 127.0.0.1 or localhost.',
  ],
  ['an invalid Origin', resume('nonsense'), 403, unreadable],
  ['the Origin null', resume('null'), 403, unreadable],
  ['two Origins', resume('https://a.example, https://b.example'), 403, unreadable],
  [
    'an Origin without TLS',
    resume('http://shop.example'),
    403,
    "Pages from this origin can't open the modal. Serve the page over https.",
  ],
  [
    "a method that the path doesn't support",
    () => ({ method: 'DELETE', url: '/api/v1/companies' }),
    405,
    "This path doesn't support DELETE. Supported: GET, HEAD.",
  ],
];

test.each(refused)(
  'a request with %s gets a message that says what to send',
  { tags: '@X1' },
  async (_what, request, status, sentence) => {
    const reply = await service.send(request());
    expect({ status: reply.status, message: reply.body.message }).toEqual({ status, message: sentence });
  },
);
