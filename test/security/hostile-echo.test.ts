import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { encodings } from '#test/fixtures/secrets/secret-encodings.ts';
import { contentsBelow, findsSecret } from '#test/fixtures/secrets/secret-search.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';

const runs = isSoak ? 50 : 1;
const seed = sampleSeed;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

const id = 'f3c1a6c4-3f0e-4df1-9d3c-7f9f1d1f0a11';
const date = '2026-11-20T10:00:00.000Z';
const tokenCharacter = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * A service that puts one of these strings into every field of a reply, in turn. Replies are well-formed, so that the
 * console reads them.
 */
async function startHostileService(spoken: readonly string[]) {
  let echo = '';
  let nextIndex = 0;
  const bodyFor = (url: string, method: string): unknown => {
    const more = { [echo]: echo, headers: { authorization: echo } };
    if (url.includes('/link-token')) return { link_token: `link-token-${nextIndex}-of-many-0123456789`, ...more };
    if (url.includes('/healthz')) return { status: echo, version: echo };
    if (method === 'POST') return { ...more, access_token: echo };
    const company = {
      object: 'company',
      id,
      created: date,
      provider_company_name: `Brightwater ${echo}`,
      provider_company_id: echo,
      organization_id: id,
      source_provider: echo,
    };
    const migration = { object: 'migration', id, created: date, status: 'WORKING', created_by_user_id: echo };
    if (url.includes('/companies')) return { results: [company, echo, more], page: { size: 3, total: 3 } };
    if (url.includes(`/migrations/${id}`)) return { ...migration, status: echo, company_id: id, ...more };
    // One page complies with the contract, and one deviates from it.
    const exact = { results: [{ ...migration, company_id: id }], page: { size: 25, total: 1 } };
    return nextIndex % 2
      ? exact
      : { ...exact, results: [...exact.results, { ...migration, status: echo, ...more }, echo] };
  };
  let failing: 'no' | 'flat' | 'nested' | 'text' | 'html' = 'no';
  const server = createServer((request, reply) => {
    const { url = '', method = 'GET' } = request;
    nextIndex += 1;
    echo = spoken[nextIndex % spoken.length] ?? '';
    const asName = tokenCharacter.test(echo) ? `x-${echo}` : 'x-echo-name';
    const printable = /^[\x20-\x7e]*$/.test(echo) ? echo : 'unprintable';
    reply.setHeader('X-Echo', printable);
    reply.setHeader(asName, 'a name');
    reply.setHeader('Set-Cookie', [`session=${printable}`, `${asName}=1`]);
    reply.setHeader('Location', `/moved?to=${printable}`);
    reply.setHeader('Authorization', `${printable} x`);
    reply.setHeader('WWW-Authenticate', `Bearer realm="${printable.replaceAll('"', '')}"`);
    reply.statusMessage = printable.slice(0, 200);
    const bodies = {
      no: [200, JSON.stringify(bodyFor(url, method))],
      flat: [409, JSON.stringify({ type: 'api_error', message: `It failed: ${echo}` })],
      nested: [400, JSON.stringify({ error: { code: echo, message: `${echo} is not good` } })],
      text: [422, `Bad gateway: ${echo}`],
      html: [200, `<html><title>${echo}</title><a href="?k=${echo}">${echo}</a>`],
    } as const;
    const [status, body] = bodies[failing];
    reply.writeHead(status, { 'Content-Type': failing === 'html' ? 'text/html' : 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoken,
    fail: (how: typeof failing) => (failing = how),
  };
}

/** Returns every string in a value, field names included. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, stored]) => [name, ...textsIn(stored)]);
};

/** Uses every feature that reads a service's data, and returns all output of the main process. */
async function useEverything(
  theConsole: TestConsole,
  fail: Awaited<ReturnType<typeof startHostileService>>['fail'],
  profileId: string,
): Promise<unknown[]> {
  const observed: unknown[] = [];
  const call: TestConsole['call'] = async (...args) => {
    const outcome = await theConsole.call(...args);
    observed.push(outcome);
    return outcome;
  };
  const read = async () => {
    await call('profiles', 'test', { id: profileId });
    await call('migrations', 'list', { page: 1, pageSize: 25 });
    await call('migrations', 'get', { id });
    await call('companies', 'list', { page: 1, pageSize: 25 });
    await call('linkTokens', 'mint', {});
  };
  for (const how of ['flat', 'nested', 'text', 'html', 'no', 'no', 'no', 'no', 'no'] as const) {
    fail(how);
    await read();
  }
  await call('companies', 'search', { text: 'bright', limit: 10 });
  await call('companies', 'providers', {});
  await call('watch', 'add', { ids: [id] } as never);
  for (const resource of ['migrations', 'companies'] as const) {
    await call('loaded', 'start', { resource });
    await expect
      .poll(async () => valueOf(await theConsole.call('loaded', 'state', { resource })).phase)
      .toMatch(/complete|failed/);
    const window = await call('loaded', 'window', { resource, query: {}, offset: 0, limit: 50 } as never);
    const [row] = window.ok ? window.value.rows : [];
    // A user's actions on a row: a view with its strings, and a search for it.
    const name = (row && 'providerCompanyName' in row ? row.providerCompanyName : null) ?? 'A view';
    await call('views', 'save', { page: resource, name: name.slice(0, 60), search: { q: name }, layout: {} } as never);
    const startedReply = await call('exports', 'start', {
      resource,
      scope: 'loaded',
      format: 'csv',
      query: {},
    } as never);
    if (!startedReply.ok || startedReply.value.result !== 'started') continue;
    const { id: exportId } = startedReply.value.state;
    await expect
      .poll(async () => valueOf(await theConsole.call('exports', 'list', {})).find((one) => one.id === exportId)?.phase)
      .toMatch(/done|failed/);
  }
  for (let count = 0; count < 40; count += 1) await call('linkTokens', 'mint', {});
  await read();
  await call('loaded', 'overview', {});
  await call('timeline', 'get', { id });
  const { lines } = valueOf(await call('requests', 'list', {}));
  expect(lines.length).toBeGreaterThan(40);
  for (const { id: line } of lines) {
    await call('requests', 'get', { id: line });
    await call('requests', 'curl', { id: line });
  }
  await call('requests', 'drift', {});
  const preview = await call('supportBundle', 'preview', { subject: { kind: 'migration', id }, userIds: true });
  await call('supportBundle', 'save', { previewId: valueOf(preview).previewId });
  await call('diagnostics', 'text', {});
  await call('settings', 'read' as never, {} as never);
  return observed;
}

/** Returns the content of every file of the console, by name. */
const readAll = ({ userDataDir }: TestConsole, encoding: 'utf8' | 'latin1'): [file: string, text: string][] =>
  [...contentsBelow(userDataDir)].map(([file, bytes]) => [file, bytes.toString(encoding)]);

const around = fc.record({ before: fc.string({ maxLength: 5 }) });
const lettersArbitrary = fc.string({
  unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEF0123456789'),
  minLength: 12,
});
const charactersArbitrary = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 16 })
  .map((one) => one.replaceAll(/["\\%&<]/g, '+'));
const prefixedArbitrary = fc.stringMatching(/^ferry_live_[A-Za-z0-9_-]{20,40}$/);

test.each([
  ['letters and digits', lettersArbitrary],
  ['any characters', charactersArbitrary],
  ["the brand's prefix", prefixedArbitrary],
])(
  'a key that a hostile service echoes never leaves the main process: %s',
  { tags: ['@C1', '@T26', '@T5'] },
  async (_shape, keys) => {
    for (const [key, how] of fc.sample(fc.tuple(keys, around), { numRuns: runs, seed })) {
      const service = await startHostileService(encodings.map(([, encode]) => encode(key, how)));
      const terminal: string[] = [];
      const theConsole = openTestConsole({}, (line) => void terminal.push(line));
      cleanups.push(theConsole.close);
      const { call } = theConsole;
      const draft = { name: 'Hostile', environment: 'test', baseURL: service.url } as const;
      const { id: profileId } = valueOf(await call('profiles', 'add', draft));
      valueOf(await call('apiKey', 'set', { profileId, key, storage: 'keychain' }));
      valueOf(await call('profiles', 'switch', { id: profileId }));
      const observed = await useEverything(theConsole, service.fail, profileId);
      const exported = readAll(theConsole, 'utf8');
      await theConsole.close();
      const files = readAll(theConsole, 'latin1');
      expect(exported.some(([file]) => file.endsWith('.csv'))).toBe(true);
      const texts = [...new Set([...observed, theConsole.events, terminal, exported, files].flatMap(textsIn))];
      const found = texts.filter(
        (text) =>
          service.spoken.some((one) => text.toLowerCase().includes(one.toLowerCase())) ||
          (text.length < 20_000 && findsSecret(text, key)),
      );
      expect(
        found.map((text) => text.slice(0, 200)),
        `FERRY_TEST_SEED=${seed}`,
      ).toEqual([]);
      // A problem was reported, and a placeholder replaces the key.
      expect(texts.some((text) => text.includes('Brightwater [redacted]'))).toBe(true);
    }
  },
);
