import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keychainStates, type KeyState } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { createAuthority, type TestAuthority } from '#test/fixtures/network/certificates.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { startTestApi, takes, type TestApi } from '#test/fixtures/service/test-api.ts';

test.use({ shared: true });

const key = 'ferry_test_0123456789abcdef';
let api: TestApi | undefined;
let authority: TestAuthority | undefined;
test.afterEach(async () => {
  authority?.remove();
  await api?.close();
});

test(
  'a profile with its own CA reaches its service, and is saved in the settings file',
  { tag: ['@C5', '@C13', '@C20'] },
  async ({ console: { page, userData } }) => {
    authority = createAuthority();
    api = await startTestApi(takes(key), authority.issue(['IP:127.0.0.1']));
    const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url };
    const { id } = await mustCall<ProfileView>(page, 'profiles', 'add', draft);
    const set = { profileId: id, key, storage: 'session' };
    expect(await callConsole(page, 'apiKey', 'set', set)).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(api.requests).toEqual([]);
    await mustCall(page, 'profiles', 'edit', { id, changes: { caFile: authority.caFile } });
    expect(await mustCall(page, 'apiKey', 'set', set)).toMatchObject({ serviceVersion: '1.2.3' });
    await mustCall(page, 'profiles', 'switch', { id });
    await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 10 });
    const settings = readFileSync(path.join(userData, 'settings.json'), 'utf8');
    expect(JSON.parse(settings)).toMatchObject({ activeProfileId: id, profiles: [{ name: 'Brightwater' }] });
    expect(settings).not.toContain(key);
  },
);

test('the console returns the state of the keychain within 6 s', { tag: '@C2' }, async ({ console: { page } }) => {
  const draft = { name: 'Brightwater', environment: 'test', baseURL: 'https://api.example.com' };
  const { id } = await mustCall<ProfileView>(page, 'profiles', 'add', draft);
  const limitMs = await promptMs(6_000);
  const startedAt = performance.now();
  const { keychain } = await mustCall<KeyState>(page, 'apiKey', 'state', { profileId: id });
  expect(keychainStates).toContain(keychain.state);
  expect(performance.now() - startedAt).toBeLessThan(limitMs);
});

test(
  'a second console on the same folder says which process uses it and exits',
  { tag: ['@C23', '@F10'] },
  async ({ console: { userData } }) => {
    const program = path.join(projectRoot, 'out/browser-host/main.mjs');
    const second = spawnSync(process.execPath, [program, '--no-open', '--user-data', userData], { encoding: 'utf8' });
    expect(second.status).toBe(2);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain('Ferry Console in a browser');
  },
);
