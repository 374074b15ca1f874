import { describe, expect, test } from 'vitest';
import type { KeyState, KeyView } from '#shared/console-contract/api-key-calls.ts';
import { keyCardContent } from './key-card-content.ts';

const key: KeyView = {
  storage: 'keychain',
  lastFour: '4f2a',
  prefix: 'ferry_live_',
  storedAt: '2026-10-10T10:00:00.000Z',
  ageDays: 41,
  age: 'fresh',
  refused: false,
};
const state = (keychain: KeyState['keychain']['state'], more: Partial<KeyState> = {}): KeyState => ({
  keychain: { state: keychain, detail: null },
  key,
  lost: false,
  ...more,
});
const look = (known: KeyState | undefined, profileKey: KeyView | null = key, waiting = false) =>
  keyCardContent({ key: profileKey, environment: 'production' }, known, waiting, '10 Oct 2026');

describe('key card', { tags: '@C2' }, () => {
  test.each([
    ['locked', 'Keychain is locked', 'again'],
    ['slow', 'Keychain is slow', 'again'],
    ['denied', 'Keychain access denied', 'again'],
    ['unavailable', 'No keychain available', 'add'],
  ] as const)('a %s keychain shows the title "%s"', (keychain, title, action) =>
    expect(look(state(keychain))).toMatchObject({ title, action }),
  );

  test('the key card shows a key in a working keychain', () =>
    expect(look(state('ok'))).toMatchObject({
      title: 'Stored in the keychain, ends ····4f2a',
      text: 'Starts with ferry_live_, the prefix of production keys. Stored on 10 Oct 2026.',
      tone: 'good',
    }));

  test('the key card shows the last known state until the keychain responds', () =>
    expect(look(undefined).title).toBe('Stored in the keychain, ends ····4f2a'));

  test('the user can stop waiting for a slow keychain', () =>
    expect(look(undefined, key, true)).toMatchObject({ title: 'Keychain is slow', action: 'stop' }));

  test('a session key needs no keychain', { tags: '@C3' }, () => {
    const session: KeyView = { ...key, storage: 'session' };
    expect(look(state('unavailable', { key: session }), session).title).toBe('Stored for this session, ends ····4f2a');
  });

  test('the key card warns about a key without the production prefix on a production profile', { tags: '@C5' }, () => {
    const other: KeyView = { ...key, prefix: 'ferry_test_' };
    expect(look(state('ok', { key: other }), other).text).toContain("Doesn't start with ferry_live_");
  });

  test('a missing or lost key shows the key field', () => {
    expect(look(state('ok', { key: null }), null)).toMatchObject({ title: 'No key yet', action: 'add' });
    expect(look(state('ok', { lost: true }))).toMatchObject({ title: 'The key is missing', action: 'add' });
  });

  test('the key card shows that a key was rejected', { tags: '@C42' }, () => {
    const refused: KeyView = { ...key, refused: true };
    expect(look(state('ok', { key: refused }), refused)).toMatchObject({
      title: 'Rejected, ends ····4f2a',
      tone: 'bad',
    });
  });
});
