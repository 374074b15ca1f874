import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeychainStore, type Keychain, readKeychainError } from './keychain-store.ts';

/** A keychain whose calls stay pending until the test settles them. Counts concurrent calls. */
function heldKeychain() {
  const waiting: (() => void)[] = [];
  const counts = { calls: 0, max: 0 };
  const answer = <Value>(value: Value) =>
    new Promise<Value>((resolve) => {
      counts.calls += 1;
      waiting.push(() => resolve(value));
      counts.max = Math.max(counts.max, waiting.length);
    });
  const keychain: Keychain = {
    getPassword: () => answer('secret'),
    setPassword: () => answer(undefined),
    deletePassword: () => answer(true),
  };
  return { keychain, counts, answerNext: () => waiting.shift()?.() };
}

test('the keychain gets one call at a time', { tags: '@C2' }, async () => {
  const { keychain, counts, answerNext } = heldKeychain();
  const store = createKeychainStore({ load: async () => keychain, service: 's', deadlineMs: 2_000 });
  const all = Promise.all([store.get('a'), store.set('a', 'x'), store.delete('a'), store.get('b')]);
  for (let call = 0; call < 4; call += 1) {
    await wait(10);
    answerNext();
  }
  expect((await all).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(counts).toEqual({ calls: 4, max: 1 });
});

test(
  'after a call misses its deadline, other calls fail immediately until the keychain responds',
  { tags: ['@C2', '@F8'] },
  async () => {
    const { keychain, counts, answerNext } = heldKeychain();
    const deadlineMs = 1_000;
    const store = createKeychainStore({ load: async () => keychain, service: 's', deadlineMs });
    const first = await Promise.all([store.get('a'), store.get('b')]);
    expect(first).toMatchObject([{ state: 'slow' }, { state: 'slow' }]);
    const startedAt = performance.now();
    expect(await store.set('a', 'x')).toMatchObject({ ok: false, state: 'slow' });
    expect(performance.now() - startedAt).toBeLessThan(deadlineMs);
    expect(counts).toEqual({ calls: 1, max: 1 });
    answerNext();
    await wait(5);
    const later = store.get('a');
    await wait(5);
    answerNext();
    expect(await later).toEqual({ ok: true, value: 'secret' });
  },
);

test(
  'without its native module, the keychain counts as missing, and the module is loaded again at the next call',
  { tags: '@C2' },
  async () => {
    let loads = 0;
    const store = createKeychainStore({
      load: () => {
        loads += 1;
        return Promise.reject(new Error('Failed to load keytar native addon'));
      },
      service: 's',
    });
    expect(await store.get('a')).toMatchObject({ ok: false, state: 'unavailable' });
    await store.get('a');
    expect(loads).toBe(2);
  },
);

test.each([
  ['Cannot create an item in a locked collection', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['Rejected send message, 2 matched rules; type="method_call"', 'denied'],
  ['An AppArmor policy prevents this sender from sending this message', 'denied'],
  ['User canceled the operation.', 'denied'],
  ['Access is denied.', 'denied'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'unavailable'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'unavailable'],
  ['Could not connect: Permission denied', 'denied'],
  ['Failed to load keytar native addon, checked []', 'unavailable'],
])('the keychain error %j counts as %s', { tags: '@C2' }, (words, state) => {
  expect(readKeychainError(new Error(words))).toMatchObject({ ok: false, state });
});

test.each([
  'Cannot autolaunch D-Bus without X11 $DISPLAY',
  'Failed to execute child process “dbus-launch” (No such file or directory)',
  'Could not connect: No such file or directory',
  'Could not connect: Connection refused',
  'The name org.freedesktop.secrets was not provided by any .service files',
])('a device without a keychain service gets advice instead of: %s', { tags: '@C2' }, (words) => {
  expect(readKeychainError(new Error(words))).toMatchObject({ detail: expect.stringContaining('Start GNOME Keyring') });
});
