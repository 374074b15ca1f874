import { expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { errorOf, openTestConsole, valueOf } from '#test/fixtures/console-in-process.ts';
import { startTestApi, takes } from '#test/fixtures/test-api.ts';

const key = 'ferry_test_0123456789abcdef';
const statuses = [301, 302, 303, 307, 308];
/** Where a redirect may point, seen from a service on 127.0.0.1. */
const targets: readonly ((other: string, own: string) => string)[] = [
  (other) => `${other}/healthz`,
  (other) => `${other.replace('127.0.0.1', 'localhost')}/api/v1/migrations`,
  (other) => `${other.replace('http:', '')}/x`,
  (other) => other.replace('http://', 'http://me:secret@'),
  (other) => other.replace('http:', 'https:'),
  (other, own) => `${own.replace('http://', `http://${new URL(own).host}@`)}/../${other}`,
  (_other, own) => `${own}/healthz`,
  (_other, own) => own.replace('http:', 'ftp:'),
];

test('[security] C1 no byte of the key goes along with a redirect (40 cases)', async () => {
  const second = await startTestApi(takes(key));
  let location = '';
  let status = 301;
  let redirecting = false;
  const first = await startTestApi((request, reply) => {
    if (redirecting) reply.writeHead(status, { Location: location }).end();
    else takes(key)(request, reply);
  });
  const theConsole = openTestConsole({ secrets: createMemoryStore() });
  const added = await theConsole.call('profiles', 'add', {
    name: 'Brightwater',
    environment: 'test',
    baseURL: first.url,
  });
  const { id } = valueOf(added);
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'keychain' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  redirecting = true;
  let cases = 0;
  for (status of statuses) {
    for (const target of targets) {
      location = target(second.url, first.url);
      const before = first.requests.length;
      const list = await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 });
      const tested = await theConsole.call('profiles', 'test', { id });
      expect([errorOf(list).code, errorOf(tested).code]).toEqual(['redirected', 'redirected']);
      expect(first.requests.length - before).toBe(2);
      cases += 1;
    }
  }
  expect(cases).toBe(40);
  expect(second.requests).toEqual([]);
  redirecting = false;
  // The second place does record a key, when a profile of its own sends one.
  const other = await theConsole.call('profiles', 'add', { name: 'Other', environment: 'test', baseURL: second.url });
  valueOf(await theConsole.call('apiKey', 'set', { profileId: valueOf(other).id, key, storage: 'session' }));
  expect(second.requests.map(({ headers }) => headers).join()).toContain(key);
  await theConsole.close();
  first.close();
  second.close();
});
