import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { askLab, type LabRequestParts } from '#test/fixtures/console/lab-page.ts';
import { contentsBelow, hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

const key = 'ferry_test_0123456789abcdef';
const canary = 'lt+CANARY/4f1b0c9d41f7aa52';
let api: TestApi;
let theConsole: TestConsole;
let first: LabSnapshot['view'];
let second: LabSnapshot['view'];

const openLab = async () => valueOf(await theConsole.call('modalLab', 'open', { labId: null })).view;

beforeAll(async () => {
  api = await startTestApi((request, reply) =>
    json(200, request.method === 'POST' ? { link_token: canary } : { status: 'ok' })(request, reply),
  );
  theConsole = openTestConsole();
  const draft = { name: 'Lab', environment: 'test', baseURL: api.url } as const;
  const { id } = valueOf(await theConsole.call('profiles', 'add', draft));
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  first = await openLab();
  second = await openLab();
});
afterAll(() => api.close());

const ready = (page: string) => JSON.stringify({ page, report: { kind: 'ready', storage: 'ok' } });

test(
  'a lab returns 404 without its secret, for other host names, and for unknown requests',
  { tags: ['@C17', '@T11'] },
  async () => {
    const foreignUrl = 'http://127.0.0.1:9';
    const other = new URL(second.address).pathname;
    const refused: [string, LabRequestParts][] = [
      ['', { method: 'GET', path: '/' }],
      ['', { method: 'GET', path: '/lab' }],
      ['', { method: 'GET', path: '/lab/' }],
      ['', { method: 'GET', path: '/lab//' }],
      ['', { method: 'GET', path: '/favicon.ico' }],
      ['', { method: 'GET', path: '/lab/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/' }],
      ['', { method: 'GET', path: other }],
      ['link-token', { path: `${other}link-token` }],
      ['link-token', { path: '/lab/link-token' }],
      ['../../package.json', { method: 'GET' }],
      ['lab-page.html', { method: 'GET' }],
      ['?', { method: 'GET' }],
      ['link-token', { method: 'GET' }],
      ['link-token', { method: 'PUT' }],
      ['link-token', { method: 'OPTIONS', headers: { Origin: foreignUrl } }],
      ['', { method: 'GET', headers: { Host: 'lab.attacker.example' } }],
      ['', { method: 'GET', headers: { Host: new URL(first.address).host.replace('127.0.0.1', 'localhost') } }],
      ['link-token', { headers: { Origin: foreignUrl } }],
      ['link-token', { headers: { Origin: 'null' } }],
      ['link-token', { headers: { Origin: '' } }],
      ['link-token', { headers: { 'Sec-Fetch-Site': 'same-site' } }],
      ['link-token', { headers: { 'Content-Type': 'text/plain' } }],
      ['link-token', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
      ['constructor', {}],
      ['__proto__', {}],
    ];
    for (const [name, requested] of refused) {
      const reply = await askLab(first, name, requested);
      expect([name, requested, reply.status, reply.text]).toEqual([name, requested, 404, '']);
    }
    expect((await askLab(first, '', { method: 'GET' })).status).toBe(200);
    expect(api.requests.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  },
);

test(
  'a lab’s page has a strict policy, and its URLs appear in no Referer',
  { tags: ['@C17', '@T11', '@T12'] },
  async () => {
    const { headers, text } = await askLab(first, '', { method: 'GET' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain(`connect-src 'self' ${api.url};`);
    expect(policy).not.toMatch(/unsafe|script-src[^;]*(data|http|\*)/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).not.toMatch(/<script>|style=/);
  },
);

test('malformed, oversized and outdated requests have no effect', { tags: ['@C17', '@T11'] }, async () => {
  await askLab(first, 'report', { body: ready('now') });
  expect((await askLab(first, 'report', { body: '{' })).status).toBe(400);
  expect((await askLab(first, 'report', { body: '{"page":"now","report":{"kind":"boss"}}' })).status).toBe(400);
  expect((await askLab(first, 'report', { body: JSON.stringify({ page: 'x'.repeat(400_000) }) })).status).toBe(413);
  expect((await askLab(first, 'link-token', { body: '{"page":"older"}' })).status).toBe(410);
  expect(api.requests.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
});

test('two labs at the same time share no port, secret or log', { tags: ['@C17', '@T11'] }, async () => {
  expect(new URL(first.address).port).not.toBe(new URL(second.address).port);
  expect(first.partition).not.toBe(second.partition);
  await askLab(second, 'report', { body: ready('two') });
  valueOf(await theConsole.call('modalLab', 'start', { labId: second.labId, userId: 'two@lab.example' }));
  const call = { page: 'two', report: { kind: 'call', name: 'startModal' } };
  await askLab(second, 'report', { body: JSON.stringify(call) });
  const names = async ({ labId }: { labId: string }) =>
    valueOf(await theConsole.call('modalLab', 'open', { labId })).entries.map(({ name }) => name);
  expect(await names(second)).toContain('startModal()');
  expect(await names(first)).not.toContain('startModal()');
  const next = await askLab(second, 'next', { body: '{"page":"two"}' });
  expect(next.text).toContain('two@lab.example');
});

test('a lab’s link token is only in the response to its page', { tags: ['@C1', '@T5', '@T7'] }, async () => {
  await askLab(second, 'report', { body: ready('two') });
  const answer = await askLab(second, 'link-token', { body: '{"page":"two"}' });
  expect(answer.text).toBe(JSON.stringify({ link_token: canary }));
  // The page's report may contain the token; the log must not.
  const event = { source: 'ferry_modal', event: { type: 'x', data: { echo: `token ${canary}` } } };
  await askLab(second, 'report', {
    body: JSON.stringify({ page: 'two', report: { kind: 'event', message: event } }),
  });
  const rejected = { kind: 'rejected', name: 'startModal', code: 'x', message: `said ${canary}` };
  await askLab(second, 'report', { body: JSON.stringify({ page: 'two', report: rejected }) });

  const { labId } = second;
  const places = new Map<string, unknown>([
    ['lab', await theConsole.call('modalLab', 'open', { labId })],
    ['recording', await theConsole.call('modalLab', 'save', { labId })],
    ['history', await theConsole.call('linkTokens', 'history', {})],
    ['requests', await theConsole.call('requests', 'list', {})],
    ['diagnostics', await theConsole.call('diagnostics', 'text', {})],
    ['events', theConsole.events],
    ['addresses', api.requests.map(({ line }) => line)],
  ]);
  const { lines } = valueOf(await theConsole.call('requests', 'list', {}));
  for (const { id } of lines) places.set(`request ${id}`, await theConsole.call('requests', 'get', { id }));
  for (const [file, bytes] of contentsBelow(theConsole.userDataDir)) places.set(file, bytes.toString('latin1'));
  const foundPlaces = [...places].filter(([, what]) => hitsIn(Buffer.from(JSON.stringify(what)), [canary]) > 0);
  expect(foundPlaces.map(([name]) => name)).toEqual([]);
  expect(JSON.stringify(places.get('lab'))).toContain('[redacted]');

  // `linkTokens.mint` is the only console call that returns a token. The history doesn't contain it.
  const mintedResult = valueOf(await theConsole.call('linkTokens', 'mint', {}));
  expect(mintedResult.linkToken).toBe(canary);
  expect(JSON.stringify(await theConsole.call('linkTokens', 'history', {}))).not.toContain(canary);
});

test('a closed lab frees its port, and switching profiles closes it', { tags: ['@C17', '@T11'] }, async () => {
  valueOf(await theConsole.call('modalLab', 'end', { labId: first.labId }));
  await expect(askLab(first, '', { method: 'GET' })).rejects.toThrow(/ECONNREFUSED|hang up/);
  valueOf(await theConsole.call('profiles', 'switch', { id: 'sandbox' }));
  await expect
    .poll(() => askLab(second, '', { method: 'GET' }).catch((error: Error) => error.message))
    .toContain('ECONNREFUSED');
});

test('after the console exits, no file contains a lab’s link token', { tags: ['@C1', '@T5', '@T7'] }, async () => {
  await theConsole.close();
  const contents = [...contentsBelow(theConsole.userDataDir)];
  expect(contents.length).toBeGreaterThan(0);
  expect(contents.filter(([, bytes]) => hitsIn(bytes, [canary]) > 0).map(([file]) => file)).toEqual([]);
});
