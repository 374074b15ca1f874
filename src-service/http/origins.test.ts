import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameAncestors } from '../routes/modal-page.ts';
import { openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { canonicalOrigin, createBaseUrl } from './origins.ts';

let service: TestService;
let accessToken: string;
let path: string;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { isLoopback: false });
  ({ accessToken, path } = await openModal(service, 'a@b.example', { origin: 'https://shop.example' }));
});
afterAll(() => service.end());

const url = '/api/v1/migration-modal';
const directivesOf = async (): Promise<Map<string, string>> => {
  const { headers } = await service.send({ url: path, bearer: null, headers: { host: 'ferry.example' } });
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(directives.map((directive) => /^\s*(\S+)\s*(.*)$/.exec(directive)?.slice(1) as [string, string]));
};
const names = [
  ['default-src', 'script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'base-uri', 'form-action'],
  ['require-trusted-types-for', 'frame-ancestors'],
].flat();

/** A valid origin for a CSP. */
const plainPattern = /^https?:\/\/(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::\d+)?$/;

const hostile = fc.constantFrom(...'*;,\'" \t/\\?#@:[]<>%&=$!()|^`{}~._-ABéü\u00a0ÿ09', 'xn--', '..', '*.', 'null');
const word = fc.array(fc.oneof(hostile, fc.constantFrom('a', 'shop', '.example', '127.0.0.1', '[::1]')), {
  maxLength: 6,
});
const origins = fc.oneof(
  fc
    .tuple(fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:', 'ftp://', ''), word, fc.constantFrom('', ':8'))
    .map(([scheme, host, port]) => `${scheme}${host.join('')}${port}`),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
  fc.webUrl({ withQueryParameters: true }),
  fc.webAuthority({ withPort: true, withUserInfo: true }).map((authority) => `https://${authority}`),
);
const written = [
  'https://*',
  'https://a;sandbox',
  "https://a 'self'",
  'https://*.example',
  'https://a,https://b',
  'https://shop.example;script-src *',
  "https://'unsafe-inline'",
  'https://$(x)',
  'https://a..b',
  'https://user@shop.example',
  'https://SHOP.example',
  'https://shop.example/',
  'https://shop.example:443',
  'https://shöp.example',
];

test('no Origin header can add a directive or source to the CSP', { tags: ['@X1', '@T32'] }, async () => {
  const before = await directivesOf();
  expect([...before.keys()]).toEqual(names);
  const holds = async (origin: string): Promise<void> => {
    const last = (await directivesOf()).get('frame-ancestors');
    const reply = await service.send({ url, bearer: accessToken, headers: { origin } });
    const allowed = reply.headers['access-control-allow-origin'];
    const after = await directivesOf();
    const ancestors = after.get('frame-ancestors');
    expect([...after.keys()]).toEqual(names);
    for (const name of names.slice(0, -1)) expect(after.get(name)).toBe(before.get(name));
    expect(ancestors).toMatch(plainPattern);
    const isTaken = reply.status === 200;
    expect({ status: reply.status, ancestors, allowed }).toEqual({
      status: isTaken ? 200 : 403,
      ancestors: isTaken ? new URL(origin).origin : last,
      allowed: isTaken ? ancestors : undefined,
    });
    expect(reply.body.message ?? 'Taken.').toMatch(/^[A-Z](?:[^.]|\.\w|\. [A-Z])*\.$/);
  };
  for (const origin of written) await holds(origin);
  await fc.assert(fc.asyncProperty(origins, holds), { numRuns: 400 });
});

test('an invalid origin that an earlier version stored is left out', { tags: ['@X1', '@T32'] }, () => {
  for (const origin of written) expect(frameAncestors(origin, false)).toBe("'none'");
  expect(frameAncestors('https://shop.example', false)).toBe('https://shop.example');
});

test.each([
  'https://shop.example',
  'https://a_b.shop.example:8443',
  'http://127.0.0.1:1',
  'http://[::1]:8',
  'https://xn--shp-sna.example',
])('the origin %s stays unchanged', { tags: '@X1' }, (origin) => expect(canonicalOrigin(origin)).toBe(origin));

test.each([
  [undefined, true, true],
  [undefined, false, false],
  ['http://127.0.0.1:8080', true, true],
  ['https://api.example.com', true, false],
  ['https://localhost.example.com', true, false],
] as const)(
  'a service with the public URL %s and loopback binding %s counts as local: %s',
  { tags: '@X2' },
  (address, bound, isLoopback) => {
    expect(createBaseUrl(address, bound).isLoopback).toBe(isLoopback);
  },
);
