import { expect, onTestFinished, test } from 'vitest';
import { valueOf } from '#test/fixtures/console/console-in-process.ts';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { json, startTestApi, takes } from '#test/fixtures/service/test-api.ts';
import { openConsole } from './open-console.ts';

const key = 'ferry_test_0123456789abcdef';

/** Returns the page that opens links, for a profile of a service with these features. */
const openPageOf = async (features: object, isSecure = true) => {
  const authority = createAuthority();
  const api = await startTestApi(
    (request, reply) =>
      (request.url === '/.well-known/ferry' ? json(200, { version: '1', ...features }) : takes(key))(request, reply),
    isSecure ? authority.issue(['IP:127.0.0.1']) : undefined,
  );
  onTestFinished(() => (api.close(), authority.remove()));
  const theConsole = openConsole();
  const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
  const caFile = isSecure ? authority.caFile : null;
  const { id } = valueOf(await theConsole.call('profiles', 'add', { ...draft, caFile }));
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  return { api, openPage: async () => valueOf(await theConsole.call('views', 'openPage', {})).url };
};

test('the console shares links to /open of a service that announces it over https', { tags: '@C38' }, async () => {
  const { api, openPage } = await openPageOf({ open: true });
  expect(await openPage()).toBe(`${api.url}/open`);
  expect(await openPage()).toBe(`${api.url}/open`);
  const reads = api.requests.filter(({ line }) => line === 'GET /.well-known/ferry');
  expect(reads).toHaveLength(1);
  expect(reads[0]?.headers).not.toMatch(/authorization/i);
});

test('a service without /open or https keeps ferry:// links', { tags: '@C38' }, async () => {
  for (const [features, isSecure] of [
    [{}, true],
    [{ open: false }, true],
    [{ open: true }, false],
  ] as const) {
    const { openPage } = await openPageOf(features, isSecure);
    expect(await openPage()).toBeNull();
  }
});
