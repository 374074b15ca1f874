import { expect, test } from 'vitest';
import type { SecretStore } from '#main/console/ports/secret-store.ts';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { errorOf, type openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { type Answer, json, takes } from '#test/fixtures/service/test-api.ts';
import { openConsole, serve } from './open-console.ts';

const key = 'ferry_test_0123456789abcdef';
const nextKey = 'ferry_test_fedcba9876543210';

async function withProfile(
  answer: Answer,
  ports: Parameters<typeof openTestConsole>[0] = {},
  environment: 'test' | 'production' = 'test',
) {
  const api = await serve(answer);
  const theConsole = openConsole(ports);
  const addedReply = await theConsole.call('profiles', 'add', { name: 'Brightwater', environment, baseURL: api.url });
  const profileId = valueOf(addedReply).id;
  const set = (more: { key?: string; storage?: 'keychain' | 'session'; replace?: boolean } = {}) =>
    theConsole.call('apiKey', 'set', { profileId, key, storage: 'keychain', ...more });
  return { api, theConsole, profileId, set };
}

/** A key store whose calls can be made to fail, like a keyring that the system locks. */
function lockableStore() {
  const innerStore = createMemoryStore();
  const state = { locked: false };
  const locked = { ok: false, state: 'locked', detail: 'Cannot create an item in a locked collection' } as const;
  const store: SecretStore = {
    get: (account) => (state.locked ? Promise.resolve({ ok: true, value: null }) : innerStore.get(account)),
    set: (account, secret) => (state.locked ? Promise.resolve(locked) : innerStore.set(account, secret)),
    delete: (account) => (state.locked ? Promise.resolve({ ok: true, value: false }) : innerStore.delete(account)),
  };
  return { store, state, inner: innerStore };
}

test(
  'a key is checked before it is stored, and only its last four characters are returned',
  { tags: ['@C1', '@C5'] },
  async () => {
    const { api, theConsole, profileId, set } = await withProfile(takes(key));
    const storedResult = valueOf(await set({ key: ` ${key}\n` }));
    expect(storedResult).toMatchObject({
      key: { lastFour: 'cdef', prefix: 'ferry_test_', storage: 'keychain', age: 'fresh' },
      warnings: [],
      serviceVersion: '1.2.3',
    });
    expect(JSON.stringify(storedResult)).not.toContain(key);
    expect(api.requests.map(({ line }) => line)).toEqual(['GET /healthz']);
    const list = valueOf(await theConsole.call('profiles', 'list', {}));
    expect(list.profiles[1]).toMatchObject({ id: profileId, key: { lastFour: 'cdef' } });
    expect(JSON.stringify(theConsole.events)).not.toContain(key);
  },
);

test.each([
  ['401', json(401, { type: 'api_error', message: 'no' }), 'unauthorized'],
  ['403', json(403, { error: { code: 'x', message: 'no' } }), 'forbidden'],
  ['another server (404)', json(404, {}), 'wrong_service'],
  [
    'another server (a page)',
    ((_request, reply) => void reply.end('<html>Log in</html>')) satisfies Answer,
    'wrong_service',
  ],
  [
    'a captive portal',
    ((_request, reply) => void reply.writeHead(302, { Location: 'https://login.example/' }).end()) satisfies Answer,
    'redirected',
  ],
  ['a failing service', json(500, {}), 'service_failed'],
] as const)('a key that fails the check is not stored: %s', { tags: '@C5' }, async (_name, answer, code) => {
  const { theConsole, profileId, set } = await withProfile(answer);
  expect(errorOf(await set()).code).toBe(code);
  expect(valueOf(await theConsole.call('apiKey', 'state', { profileId })).key).toBeNull();
});

test(
  'an unavailable service gives a different error than a service that rejects the key',
  { tags: '@C5' },
  async () => {
    const { api, set } = await withProfile(takes(key));
    api.close();
    expect(errorOf(await set()).code).toBe('offline');
  },
);

test.each(['', 'short', 'two\nlines-of-a-key', 'a key with spaces', 'schlüssel-mit-umlaut', 'x'.repeat(513)])(
  'an invalid key is rejected before any request: %j',
  { tags: '@C4' },
  async (wrong) => {
    const { api, set } = await withProfile(takes(key));
    expect(errorOf(await set({ key: wrong })).code).toBe('invalid_key');
    expect(api.requests).toEqual([]);
  },
);

test('a production profile points out a key without the production prefix', { tags: '@C5' }, async () => {
  const live = 'ferry_live_0123456789';
  const { set } = await withProfile(takes(key, live), {}, 'production');
  expect(valueOf(await set()).warnings).toEqual(['no_production_prefix']);
  expect(valueOf(await set({ key: live, replace: true })).warnings).toEqual([]);
  const other = await withProfile(takes(live));
  expect(valueOf(await other.set({ key: live })).warnings).toEqual(['production_key_elsewhere']);
});

test(
  'a key is replaced only on request, and the old key stays until the new key is stored',
  { tags: '@C42' },
  async () => {
    const { store, state } = lockableStore();
    const { theConsole, profileId, set } = await withProfile(takes(key, nextKey), { secrets: store });
    valueOf(await set());
    expect(errorOf(await set({ key: nextKey })).code).toBe('key_exists');
    state.locked = true;
    expect(errorOf(await set({ key: nextKey, replace: true })).code).toBe('keychain_locked');
    expect(valueOf(await theConsole.call('apiKey', 'state', { profileId })).key?.lastFour).toBe('cdef');
    state.locked = false;
    expect(valueOf(await set({ key: nextKey, replace: true })).key.lastFour).toBe('3210');
  },
);

test('the console restores the old key if the keychain loses the new key', { tags: '@C42' }, async () => {
  const innerStore = createMemoryStore();
  let isSwallowing = false;
  const store: SecretStore = {
    ...innerStore,
    set: (account, secret) => innerStore.set(account, isSwallowing && secret.includes(nextKey) ? 'garbage' : secret),
  };
  const { theConsole, profileId, set } = await withProfile(takes(key, nextKey), { secrets: store });
  valueOf(await set());
  isSwallowing = true;
  expect(errorOf(await set({ key: nextKey, replace: true })).code).toBe('keychain_unavailable');
  const after = await innerStore.get(profileId);
  expect(after.ok && after.value).toContain(key);
  expect(valueOf(await theConsole.call('profiles', 'test', { id: profileId }))).toMatchObject({
    profile: { key: { lastFour: 'cdef' } },
  });
});

test(
  'a locked keychain is reported as locked, not as empty, and nothing is deleted',
  { tags: ['@C2', '@C4'] },
  async () => {
    const { store, state, inner } = lockableStore();
    const first = await withProfile(takes(key), { secrets: store });
    valueOf(await first.set());
    await first.theConsole.close();
    state.locked = true;
    const next = openConsole({ secrets: store, userDataDir: first.theConsole.userDataDir });
    const { profileId } = first;
    expect(valueOf(await next.call('apiKey', 'state', { profileId }))).toMatchObject({
      keychain: { state: 'locked' },
      key: { lastFour: 'cdef' },
      lost: false,
    });
    valueOf(await next.call('profiles', 'switch', { id: profileId }));
    expect(errorOf(await next.call('migrations', 'list', { page: 1, pageSize: 10 })).code).toBe('keychain_locked');
    expect(errorOf(await next.call('apiKey', 'remove', { profileId })).code).toBe('keychain_locked');
    expect(errorOf(await next.call('profiles', 'remove', { id: profileId })).code).toBe('keychain_locked');
    const storedKey = await inner.get(profileId);
    expect(storedKey.ok && storedKey.value).toContain(key);
    state.locked = false;
    valueOf(await next.call('migrations', 'list', { page: 1, pageSize: 10 }));
    // A permanently missing keychain must not block the removal of a profile.
    state.locked = true;
    valueOf(await next.call('profiles', 'remove', { id: profileId, leaveKey: true }));
  },
);

test('a key that was deleted from a working keychain is reported as lost', { tags: '@C2' }, async () => {
  const secrets = createMemoryStore();
  const first = await withProfile(takes(key), { secrets });
  valueOf(await first.set());
  await first.theConsole.close();
  await secrets.delete(first.profileId);
  const next = openConsole({ secrets, userDataDir: first.theConsole.userDataDir });
  const state = valueOf(await next.call('apiKey', 'state', { profileId: first.profileId }));
  expect(state).toMatchObject({ keychain: { state: 'ok' }, lost: true });
});

test('a session key works, and disappears when the console restarts', { tags: '@C3' }, async () => {
  const unavailable = { ok: false, state: 'unavailable', detail: 'no service' } as const;
  const nothing = async () => unavailable;
  const secrets: SecretStore = { get: nothing, set: nothing, delete: nothing };
  const { theConsole, profileId, set } = await withProfile(takes(key), { secrets });
  expect(errorOf(await set()).code).toBe('keychain_unavailable');
  expect(valueOf(await set({ storage: 'session' })).key.storage).toBe('session');
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
  valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }));
  await theConsole.close();
  const next = openConsole({ secrets, userDataDir: theConsole.userDataDir });
  expect(errorOf(await next.call('migrations', 'list', { page: 1, pageSize: 10 })).code).toBe('no_key');
});

test(
  'a key is sent only to its own origin, and another base URL needs its own key',
  { tags: ['@C1', '@T5', '@T9'] },
  async () => {
    const { theConsole, profileId, set } = await withProfile(takes(key));
    const otherServer = await serve(takes(key));
    valueOf(await set());
    const editedReply = await theConsole.call('profiles', 'edit', {
      id: profileId,
      changes: { baseURL: otherServer.url },
    });
    expect(valueOf(editedReply)).toMatchObject({ keyDropped: true, profile: { key: null } });
    valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
    expect(errorOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 })).code).toBe(
      'key_for_other_address',
    );
    expect(errorOf(await theConsole.call('profiles', 'test', { id: profileId })).code).toBe('key_for_other_address');
    expect(otherServer.requests).toEqual([]);
  },
);

test(
  'after a 401 response the console sends nothing until the key is replaced',
  { tags: ['@C42', '@F5'] },
  async () => {
    let accepted = key;
    const { api, theConsole, profileId, set } = await withProfile((request, reply) => takes(accepted)(request, reply));
    valueOf(await set());
    valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
    accepted = nextKey;
    const list = () => theConsole.call('migrations', 'list', { page: 1, pageSize: 10 });
    const codes = (await Promise.all(Array.from({ length: 20 }, list))).map((outcome) => errorOf(outcome).code);
    expect(new Set(codes)).toEqual(new Set(['unauthorized']));
    const sentCount = api.requests.length;
    expect(errorOf(await list()).detail).toContain('Nothing was sent');
    expect(api.requests).toHaveLength(sentCount);
    const changes = theConsole.events.filter(({ name }) => name === 'profiles:changed');
    const refused = changes.filter(({ data }) => JSON.stringify(data).includes('"refused":true'));
    expect(refused).toHaveLength(1);
    valueOf(await set({ key: nextKey, replace: true }));
    valueOf(await list());
  },
);

test(
  'the console shows a key’s age in days, with a reminder from day 76 and a warning from day 90',
  { tags: '@C42' },
  async () => {
    let days = 0;
    const clock = { ...systemClock, now: () => new Date(Date.parse('2026-11-21T12:00:00Z') + days * 86_400_000) };
    const { theConsole, profileId, set } = await withProfile(takes(key), { clock });
    valueOf(await set());
    const age = async () => valueOf(await theConsole.call('apiKey', 'state', { profileId })).key;
    for (const [at, expected] of [
      [0, 'fresh'],
      [75, 'fresh'],
      [76, 'remind'],
      [89, 'remind'],
      [90, 'replace'],
    ] as const) {
      days = at;
      expect(await age()).toMatchObject({ ageDays: at, age: expected });
    }
    days = -1;
    expect(await age()).toMatchObject({ ageDays: 0, age: 'fresh' });
  },
);
