import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findManagedFile } from '#main/hosts/node/managed-file.ts';
import { openTestConsole, errorOf, type TestConsole, valueOf } from '#test/fixtures/console-in-process.ts';
import { startTestApi, takes, type TestApi } from '#test/fixtures/test-api.ts';

const key = 'ferry_live_0123456789abcdef';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function openWith(configuration: unknown, userDataDir?: string): TestConsole {
  const managedFile = path.join(mkdtempSync(path.join(tmpdir(), 'ferry-managed-')), 'managed.json');
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(managedFile, text);
  const theConsole = openTestConsole({ managedFile, ...(userDataDir === undefined ? {} : { userDataDir }) });
  closers.push(theConsole.close);
  return theConsole;
}
const serve = async (): Promise<TestApi> => {
  const api = await startTestApi(takes(key));
  closers.push(api.close);
  return api;
};
const acme = (baseURL: string) => ({ id: 'acme', name: 'Acme', environment: 'production', baseURL });

test('C41 a managed profile is there, takes a key, and cannot be changed or removed', async () => {
  const api = await serve();
  const { call } = openWith({ version: 1, profiles: [acme(`${api.url}/`)] });
  const { profiles } = valueOf(await call('profiles', 'list', {}));
  expect(profiles[1]).toMatchObject({ id: 'managed-acme', baseURL: api.url, colour: '#A6155F', builtIn: false });
  expect(profiles[1]?.lockedFields).toContain('baseURL');
  expect(errorOf(await call('profiles', 'edit', { id: 'managed-acme', changes: { name: 'Mine' } })).code).toBe(
    'managed',
  );
  expect(errorOf(await call('profiles', 'remove', { id: 'managed-acme' })).code).toBe('managed');
  valueOf(await call('apiKey', 'set', { profileId: 'managed-acme', key, storage: 'keychain' }));
  valueOf(await call('profiles', 'switch', { id: 'managed-acme' }));
  valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
});

test('C41 [security] (T27) a limited network calls the addresses of the file only, also for profiles made before', async () => {
  const api = await serve();
  const other = await serve();
  const before = openTestConsole();
  const own = await before.call('profiles', 'add', { name: 'Own', environment: 'test', baseURL: other.url });
  const { id } = valueOf(own);
  await before.close();
  const { call } = openWith({ version: 1, profiles: [acme(api.url)], networkLimited: true }, before.userDataDir);
  const wanted = { name: 'Next', environment: 'test' as const, baseURL: 'https://elsewhere.example' };
  expect(errorOf(await call('profiles', 'add', wanted)).code).toBe('managed');
  const set = await call('apiKey', 'set', { profileId: id, key, storage: 'session' });
  expect(errorOf(set).code).toBe('managed');
  expect(other.requests).toEqual([]);
  valueOf(await call('apiKey', 'set', { profileId: 'managed-acme', key, storage: 'session' }));
});

test('C41 read-only and "updates off" are shown', async () => {
  const { call } = openWith({ version: 1, readOnly: true, updates: 'off' });
  expect(valueOf(await call('console', 'state', {})).readOnly).toBe(true);
  valueOf(await call('settings', 'change', { updateCheck: true }));
  const settings = valueOf(await call('settings', 'get', {}));
  expect(settings).toMatchObject({
    preferences: { updateCheck: false },
    managed: { readOnly: true, updatesOff: true },
  });
});

test.each([
  ['{', 'it is not JSON.'],
  ['[]', 'its whole'],
  [{ version: 2 }, 'it is of version 2, and this console reads version 1'],
  [{ version: 1, readonly: true }, 'readonly'],
  [{ version: 1, profiles: [{ ...acme('https://a.example'), id: 'Not An Id' }] }, 'profiles.0.id'],
  [{ version: 1, profiles: [acme('http://a.example')] }, 'profile acme: Without https'],
  [{ version: 1, profiles: [acme('https://a.example'), acme('https://b.example')] }, 'two profiles have the id acme'],
])('C41 a wrong file is ignored and says why in one sentence: %j', async (configuration, why) => {
  const { call } = openWith(configuration);
  const { managed } = valueOf(await call('settings', 'get', {}));
  expect(managed).toMatchObject({ readOnly: false, networkLimited: false });
  expect(managed.problem).toContain('is ignored: ');
  expect(managed.problem).toContain(why);
  expect(managed.problem).not.toContain('\n');
  expect(valueOf(await call('profiles', 'list', {})).profiles).toHaveLength(1);
});

test('C41 [security] (T37) a variable names another file only where the computer has none', () => {
  const env = { FERRY_MANAGED_CONFIG: '/tmp/mine.json', ProgramData: 'D:\\Data' };
  expect(findManagedFile('linux', env, () => true)).toBe('/etc/ferry-console/managed.json');
  expect(findManagedFile('linux', env, () => false)).toBe('/tmp/mine.json');
  expect(findManagedFile('win32', env, () => true)).toBe('D:\\Data\\Ferry Console\\managed.json');
  expect(findManagedFile('linux', {}, () => false)).toBeNull();
});
