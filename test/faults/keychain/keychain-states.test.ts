import { afterEach, expect, test } from 'vitest';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';
import { type KeychainConsole, startKeychainConsole } from './keychain-console.ts';
import { startKeyring } from './keyring.ts';

const key = 'ferry_test_0123456789abcdef';
const nextKey = 'ferry_test_fedcba9876543210';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

const keyring = async (options: Parameters<typeof startKeyring>[0] = {}) => {
  const started = await startKeyring(options);
  cleanups.push(started.close);
  return started;
};
/**
 * A working keychain may take longer than 5 s on a busy machine, so only the test of the state `slow` uses
 * `deadlineMs`.
 */
const longDeadlineMs = 100_000;
const consoleOn = async (env: NodeJS.ProcessEnv, userDataDir?: string, callMs = longDeadlineMs) => {
  const started = await startKeychainConsole(env, callMs, userDataDir);
  cleanups.push(started.close);
  return started;
};
const service = async () => {
  const api = await startTestApi(takes(key, nextKey));
  cleanups.push(api.close);
  return api;
};

async function addProfile({ call }: KeychainConsole, baseURL: string): Promise<string> {
  const { outcome } = await call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL });
  return outcome.ok ? outcome.value.id : '';
}
const stateOf = async ({ call }: KeychainConsole, profileId: string) => {
  const { outcome, ms } = await call('apiKey', 'state', { profileId });
  return { ms, state: outcome.ok ? outcome.value.keychain.state : outcome.error.code, value: outcome };
};
/** The console's deadline for a keychain call. A call that waits for the keychain hangs at least this long. */
const deadlineMs = 5_000;

/** Expects that the process still reads and writes files, and that no operation hung. */
async function expectFileWork({ fileWork }: KeychainConsole, minRounds = 5): Promise<void> {
  const done = { rounds: 0, longestMs: 0 };
  const rounds = async () => {
    const work = await fileWork();
    done.longestMs = Math.max(done.longestMs, work.longestMs);
    return (done.rounds += work.rounds);
  };
  await expect.poll(rounds).toBeGreaterThan(minRounds);
  expect(done.longestMs).toBeLessThan(await promptMs(deadlineMs));
}
const set = { storage: 'keychain', key } as const;

test('an open keyring is ok and returns the key at the next start', { tags: ['@C2', '@F8'] }, async () => {
  const ring = await keyring();
  await ring.start('password');
  const api = await service();
  const first = await consoleOn(ring.env);
  const profileId = await addProfile(first, api.url);
  expect(await stateOf(first, profileId)).toMatchObject({ state: 'ok' });
  expect((await first.call('apiKey', 'set', { profileId, ...set })).outcome).toMatchObject({ ok: true });
  await first.call('profiles', 'switch', { id: profileId });
  await first.close();
  const second = await consoleOn(ring.env, first.userDataDir);
  expect((await second.call('migrations', 'list', { page: 1, pageSize: 10 })).outcome).toMatchObject({ ok: true });
  expect((await second.call('apiKey', 'remove', { profileId })).outcome).toMatchObject({ ok: true });
  expect((await second.call('migrations', 'list', { page: 1, pageSize: 10 })).outcome).toMatchObject({
    error: { code: 'no_key' },
  });
  await expectFileWork(second);
});

test(
  'a locked keyring is reported, and its key is neither lost, overwritten nor deleted',
  { tags: ['@C2', '@C4', '@F8'] },
  async () => {
    const ring = await keyring();
    await ring.start('password');
    const api = await service();
    const first = await consoleOn(ring.env);
    const profileId = await addProfile(first, api.url);
    expect((await first.call('apiKey', 'set', { profileId, ...set })).outcome).toMatchObject({ ok: true });
    await first.close();
    await ring.stop();
    await ring.start(null);
    const second = await consoleOn(ring.env, first.userDataDir);
    const state = await stateOf(second, profileId);
    expect(state).toMatchObject({ state: 'locked', value: { value: { key: { lastFour: 'cdef' }, lost: false } } });
    expect(state.ms).toBeLessThan(await promptMs(deadlineMs));
    const replacedReply = await second.call('apiKey', 'set', { profileId, ...set, key: nextKey, replace: true });
    expect(replacedReply.outcome).toMatchObject({ error: { code: 'keychain_locked' } });
    expect((await second.call('apiKey', 'remove', { profileId })).outcome).toMatchObject({
      error: { code: 'keychain_locked' },
    });
    await expectFileWork(second);
    await second.close();
    await ring.stop();
    await ring.start('password');
    const third = await consoleOn(ring.env, first.userDataDir);
    expect(await stateOf(third, profileId)).toMatchObject({
      state: 'ok',
      value: { value: { key: { lastFour: 'cdef' }, lost: false } },
    });
  },
);

test(
  'a keychain that denies access is reported as denied, and a session key works',
  { tags: ['@C2', '@C3', '@F8'] },
  async () => {
    const ring = await keyring({ denied: true });
    await ring.start('password');
    const api = await service();
    const theConsole = await consoleOn(ring.env);
    const profileId = await addProfile(theConsole, api.url);
    expect(await stateOf(theConsole, profileId)).toMatchObject({ state: 'denied' });
    expect((await theConsole.call('apiKey', 'set', { profileId, ...set })).outcome).toMatchObject({
      error: { code: 'keychain_denied' },
    });
    expect((await theConsole.call('apiKey', 'set', { profileId, ...set, storage: 'session' })).outcome).toMatchObject({
      ok: true,
    });
    await expectFileWork(theConsole);
  },
);

test('the keychain is unavailable without a session bus and a keyring', { tags: ['@C2', '@F8'] }, async () => {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, XDG_RUNTIME_DIR: _runtime, ...env } = process.env;
  const api = await service();
  const theConsole = await consoleOn(env);
  const profileId = await addProfile(theConsole, api.url);
  const state = await stateOf(theConsole, profileId);
  expect(state).toMatchObject({ state: 'unavailable' });
  expect(state.ms).toBeLessThan(await promptMs(deadlineMs));
  await expectFileWork(theConsole);
});

test('the keychain is unavailable if the D-Bus session has no keyring', { tags: ['@C2', '@F8'] }, async () => {
  const ring = await keyring();
  const api = await service();
  const theConsole = await consoleOn(ring.env);
  expect(await stateOf(theConsole, await addProfile(theConsole, api.url))).toMatchObject({ state: 'unavailable' });
});

test(
  'a frozen keyring counts as slow after 5 s, and immediately for later calls, until it recovers',
  { tags: ['@C2', '@F8'] },
  async () => {
    const ring = await keyring();
    await ring.start('password');
    const api = await service();
    const theConsole = await consoleOn(ring.env, undefined, deadlineMs);
    const profileId = await addProfile(theConsole, api.url);
    const stateNow = async () => (await stateOf(theConsole, profileId)).state;
    await expect.poll(stateNow).toBe('ok');
    await theConsole.fileWork();
    ring.freeze();
    const all = await Promise.all(Array.from({ length: 8 }, () => stateOf(theConsole, profileId)));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['slow']));
    expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(await promptMs(2 * deadlineMs));
    const later = await stateOf(theConsole, profileId);
    expect(later).toMatchObject({ state: 'slow' });
    expect(later.ms).toBeLessThan(await promptMs(1_000));
    // Saving settings works while the keychain hangs.
    expect((await theConsole.call('settings', 'change', { theme: 'dark' })).outcome).toMatchObject({ ok: true });
    // File operations continue at the machine's normal rate.
    await expectFileWork(theConsole, 100);
    ring.thaw();
    await expect.poll(stateNow).toBe('ok');
  },
);
