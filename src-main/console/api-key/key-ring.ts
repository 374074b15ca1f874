import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { originOf } from '../addresses/base-address.ts';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../settings/settings.ts';
import { lastFourOf, prefixOf } from './key-text.ts';
import { probeStore } from './probe-store.ts';
import type { SecretStore, SecretStoreFailure } from './secret-store.ts';
import {
  expectedKeyOf,
  expectKey,
  expectNoKey,
  readStoredKey,
  type StoredKey,
  viewKey,
  writeStoredKey,
} from './stored-key.ts';

/** A profile that has an address, and so may have a key. */
export interface KeyedProfile {
  readonly id: string;
  readonly baseURL: string;
}

interface HeldKey extends StoredKey {
  readonly storage: KeyView['storage'];
  refused: boolean;
}

/** The keys of all profiles: read once from the store, then held in this process until it ends. */
export interface KeyRing {
  /**
   * The key for calls to the profile's origin, or why there is none: `no_key`, `key_for_other_address`, `unauthorized`
   * (the service refused it before, and nobody has changed that), `keychain_*`.
   */
  readonly keyFor: (profile: KeyedProfile, more?: { readonly evenIfRefused: boolean }) => Promise<Outcome<string>>;
  /** What is known without asking the store; null where the profile has no key for its address. */
  readonly view: (profile: KeyedProfile) => KeyView | null;
  /** Keeps a key, in the place of the one that is there. That one stays where the new one cannot be kept. */
  readonly keep: (profile: KeyedProfile, key: string, storage: KeyView['storage']) => Promise<Outcome<KeyView>>;
  /** Deletes the key of a profile everywhere; nothing is deleted while the store does not work. */
  readonly remove: (profileId: string) => Promise<Outcome<null>>;
  /** Drops what is in memory and in the settings, and leaves the store alone. */
  readonly leave: (profileId: string) => Promise<Outcome<unknown>>;
  /** The service has answered 401: nothing more is sent with this key until it is accepted or replaced. */
  readonly refuse: (profileId: string, key: string) => boolean;
  readonly accept: (profileId: string) => void;
}

interface KeyRingPorts {
  readonly secrets: SecretStore;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Told which key of a profile this process holds; null: none any more. */
  readonly onKey: (profileId: string, key: string | null) => void;
}

/** What may be written down about a key. */
const describe = ({ key, origin, storedAt }: StoredKey) => ({
  origin,
  storedAt,
  lastFour: lastFourOf(key),
  prefix: prefixOf(key),
});

export function createKeyRing({ secrets, settings, clock, onKey }: KeyRingPorts): KeyRing {
  const held = new Map<string, HeldKey>();
  const reading = new Map<string, Promise<Outcome<HeldKey>>>();

  const failed = ({ state, detail }: SecretStoreFailure): Outcome<never> =>
    fail(`keychain_${state}` satisfies AppErrorCode, clock.now(), { detail });
  const drop = (profileId: string) => {
    held.delete(profileId);
    onKey(profileId, null);
  };
  const hold = (profileId: string, stored: StoredKey, storage: KeyView['storage']): HeldKey => {
    const key = { ...stored, storage, refused: false };
    onKey(profileId, stored.key);
    held.set(profileId, key);
    return key;
  };

  const read = async (profileId: string): Promise<Outcome<HeldKey>> => {
    const found = await secrets.get(profileId);
    if (!found.ok) return failed(found);
    if (found.value === null) {
      // A locked keyring gives the same answer as an empty one.
      const probe = await probeStore(secrets);
      return probe.ok
        ? fail('no_key', clock.now(), { detail: 'The keychain does not hold it any more.' })
        : failed(probe);
    }
    const stored = readStoredKey(found.value);
    if (!stored) return fail('no_key', clock.now(), { detail: 'The entry in the keychain cannot be read.' });
    return succeed(hold(profileId, stored, 'keychain'));
  };
  const readOnce = (profileId: string): Promise<Outcome<HeldKey>> => {
    const under = reading.get(profileId) ?? read(profileId).finally(() => reading.delete(profileId));
    reading.set(profileId, under);
    return under;
  };

  const view = ({ id, baseURL }: KeyedProfile): KeyView | null => {
    const inMemory = held.get(id);
    const known = inMemory ? describe(inMemory) : expectedKeyOf(settings, id);
    if (known?.origin !== originOf(baseURL)) return null;
    const { storage, refused } = inMemory ?? { storage: 'keychain', refused: false };
    return viewKey({ ...known, storage, refused }, clock.now());
  };

  const storeSafely = async (profileId: string, stored: StoredKey): Promise<Outcome<null>> => {
    const probe = await probeStore(secrets);
    if (!probe.ok) return failed(probe);
    const before = await secrets.get(profileId);
    if (!before.ok) return failed(before);
    // Expected first, written then: a write that ends after its deadline leaves no entry that nobody knows of.
    const marked = await expectKey(settings, { profileId, ...describe(stored) });
    if (!marked.ok) return marked;
    const line = writeStoredKey(stored);
    const written = await secrets.set(profileId, line);
    const back = written.ok ? await secrets.get(profileId) : written;
    if (back.ok && back.value === line) return succeed(null);
    if (before.value !== null) await secrets.set(profileId, before.value);
    const old = before.value === null ? null : readStoredKey(before.value);
    const isPending = !back.ok && back.state === 'slow';
    if (old) await expectKey(settings, { profileId, ...describe(old) });
    else if (!isPending) await expectNoKey(settings, profileId);
    return back.ok
      ? fail('keychain_unavailable', clock.now(), { detail: 'The keychain did not give back what it took.' })
      : failed(back);
  };

  return {
    view,
    keyFor: async ({ id, baseURL }, { evenIfRefused } = { evenIfRefused: false }) => {
      const origin = originOf(baseURL);
      const inMemory = held.get(id);
      const expected = inMemory ?? expectedKeyOf(settings, id);
      if (!expected) return fail('no_key', clock.now());
      if (expected.origin !== origin) return fail('key_for_other_address', clock.now());
      const key = inMemory ? succeed(inMemory) : await readOnce(id);
      if (!key.ok) return key;
      if (key.value.origin !== origin) return fail('key_for_other_address', clock.now());
      if (key.value.refused && !evenIfRefused) {
        return fail('unauthorized', clock.now(), { detail: 'Nothing was sent: the service refused this key before.' });
      }
      return succeed(key.value.key);
    },
    keep: async (profile, key, storage) => {
      const stored = { key, origin: originOf(profile.baseURL), storedAt: clock.now().toISOString() };
      if (storage === 'keychain') {
        const kept = await storeSafely(profile.id, stored);
        if (!kept.ok) return kept;
      }
      hold(profile.id, stored, storage);
      return succeed(viewKey({ ...describe(stored), storage, refused: false }, clock.now()));
    },
    remove: async (profileId) => {
      if (expectedKeyOf(settings, profileId)) {
        const probe = await probeStore(secrets);
        if (!probe.ok) return failed(probe);
        const deleted = await secrets.delete(profileId);
        if (!deleted.ok) return failed(deleted);
        const forgotten = await expectNoKey(settings, profileId);
        if (!forgotten.ok) return forgotten;
      }
      drop(profileId);
      return succeed(null);
    },
    leave: (profileId) => {
      drop(profileId);
      return expectNoKey(settings, profileId);
    },
    refuse: (profileId, key) => {
      const inMemory = held.get(profileId);
      if (!inMemory || inMemory.key !== key || inMemory.refused) return false;
      inMemory.refused = true;
      return true;
    },
    accept: (profileId) => {
      const inMemory = held.get(profileId);
      if (inMemory) inMemory.refused = false;
    },
  };
}
