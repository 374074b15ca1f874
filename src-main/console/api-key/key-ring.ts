import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { minKeyLength } from '#shared/key-length.ts';
import { originOf } from '../addresses/base-address.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Settings } from '../settings/settings.ts';
import { keychainFailure, probeKeychain } from './probe-store.ts';
import {
  describeKey,
  expectedKeyOf,
  expectKey,
  expectNoKey,
  readStoredKey,
  type StoredKey,
  viewKey,
  writeStoredKey,
} from './stored-key.ts';

export function readKey(pasted: string): string | null {
  const key = pasted.trim();
  return key.length >= minKeyLength && /^[\x21-\x7e]{1,512}$/.test(key) ? key : null;
}

export interface KeyedProfile {
  readonly id: string;
  readonly baseURL: string;
}

interface HeldKey extends StoredKey {
  readonly storage: KeyView['storage'];
  readonly refused: boolean;
}

interface KeyRingPorts extends Pick<ConsolePorts, 'clock' | 'secrets'> {
  readonly settings: Settings;
  readonly onKey: (profileId: string, key: string | null) => void;
}

function createKeyEntries({ secrets, settings, clock }: KeyRingPorts) {
  const noKey = (detail: string) => fail('no_key', clock.now(), { detail });
  return {
    read: async (profileId: string) => {
      const getResult = await secrets.get(profileId);
      if (!getResult.ok) return keychainFailure(getResult, clock.now());
      if (getResult.value === null) {
        // Tests the keychain, because a locked keyring responds like an empty one.
        return andThen(probeKeychain(secrets, clock), () => noKey('The key is no longer in the keychain.'));
      }
      const stored = readStoredKey(getResult.value);
      return stored ? succeed(stored) : noKey("The keychain entry can't be read.");
    },
    replace: async (profileId: string, stored: StoredKey) => {
      const probe = await probeKeychain(secrets, clock);
      if (!probe.ok) return probe;
      const previous = await secrets.get(profileId);
      if (!previous.ok) return keychainFailure(previous, clock.now());
      // Recorded before the write, so that a write that ends after its deadline leaves no unknown entry.
      const markResult = await expectKey(settings, { profileId, ...describeKey(stored) });
      if (!markResult.ok) return markResult;
      const line = writeStoredKey(stored);
      const writeResult = await secrets.set(profileId, line);
      const readBack = writeResult.ok ? await secrets.get(profileId) : writeResult;
      if (readBack.ok && readBack.value === line) return succeed(null);
      if (previous.value !== null) await secrets.set(profileId, previous.value);
      const previousKey = previous.value === null ? null : readStoredKey(previous.value);
      const isPending = !readBack.ok && readBack.state === 'slow';
      if (previousKey) await expectKey(settings, { profileId, ...describeKey(previousKey) });
      else if (!isPending) await expectNoKey(settings, profileId);
      return readBack.ok
        ? fail('keychain_unavailable', clock.now(), { detail: "The keychain didn't return the stored entry." })
        : keychainFailure(readBack, clock.now());
    },
    remove: async (profileId: string) => {
      if (!expectedKeyOf(settings, profileId)) return succeed(null);
      const probe = await probeKeychain(secrets, clock);
      if (!probe.ok) return probe;
      const deleteResult = await secrets.delete(profileId);
      if (!deleteResult.ok) return keychainFailure(deleteResult, clock.now());
      return mapOutcome(expectNoKey(settings, profileId), () => null);
    },
  };
}

export function createKeyRing(ports: KeyRingPorts) {
  const { settings, clock, onKey } = ports;
  const entries = createKeyEntries(ports);
  const byId = new Map<string, HeldKey>();
  const readsInFlight = new Map<string, Promise<Outcome<HeldKey>>>();

  const drop = (profileId: string) => {
    byId.delete(profileId);
    onKey(profileId, null);
  };
  const hold = (profileId: string, storedKey: StoredKey, storage: KeyView['storage']): HeldKey => {
    const key = { ...storedKey, storage, refused: false };
    onKey(profileId, storedKey.key);
    byId.set(profileId, key);
    return key;
  };
  const change = (profileId: string, refused: boolean) => {
    const key = byId.get(profileId);
    if (key) byId.set(profileId, { ...key, refused });
  };

  const read = (profileId: string) =>
    mapOutcome(entries.read(profileId), (storedKey) => hold(profileId, storedKey, 'keychain'));
  const readOnce = (profileId: string): Promise<Outcome<HeldKey>> => {
    const pendingRead = readsInFlight.get(profileId) ?? read(profileId).finally(() => readsInFlight.delete(profileId));
    readsInFlight.set(profileId, pendingRead);
    return pendingRead;
  };

  return {
    /**
     * Returns the key for calls to the profile's origin, or the error: `no_key`, `key_for_other_address`, `unauthorized`
     * (the service rejected the key, which wasn't replaced yet), `keychain_*`.
     */
    keyFor: async (
      { id, baseURL }: KeyedProfile,
      { evenIfRefused } = { evenIfRefused: false },
    ): Promise<Outcome<string>> => {
      const origin = originOf(baseURL);
      const memoryKey = byId.get(id);
      const expectedKey = memoryKey ?? expectedKeyOf(settings, id);
      if (!expectedKey) return fail('no_key', clock.now());
      if (expectedKey.origin !== origin) return fail('key_for_other_address', clock.now());
      const key = memoryKey ? succeed(memoryKey) : await readOnce(id);
      if (!key.ok) return key;
      if (key.value.origin !== origin) return fail('key_for_other_address', clock.now());
      if (key.value.refused && !evenIfRefused) {
        return fail('unauthorized', clock.now(), {
          detail: 'Nothing was sent, because the service rejected this key earlier.',
        });
      }
      return succeed(key.value.key);
    },
    /** Describes the key without reading the store. Null if the profile has no key for its base URL. */
    view: ({ id, baseURL }: KeyedProfile): KeyView | null => {
      const memoryEntry = byId.get(id);
      const knownKey = memoryEntry ? describeKey(memoryEntry) : expectedKeyOf(settings, id);
      if (knownKey?.origin !== originOf(baseURL)) return null;
      const { storage, refused } = memoryEntry ?? { storage: 'keychain' as const, refused: false };
      return viewKey({ ...knownKey, storage, refused }, clock.now());
    },
    keep: async (profile: KeyedProfile, key: string, storage: KeyView['storage']): Promise<Outcome<KeyView>> => {
      const stored = { key, origin: originOf(profile.baseURL), storedAt: clock.now().toISOString() };
      if (storage === 'keychain') {
        const outcome = await entries.replace(profile.id, stored);
        if (!outcome.ok) return outcome;
      }
      hold(profile.id, stored, storage);
      return succeed(viewKey({ ...describeKey(stored), storage, refused: false }, clock.now()));
    },
    remove: async (profileId: string) => {
      const removeResult = await entries.remove(profileId);
      if (removeResult.ok) drop(profileId);
      return removeResult;
    },
    leave: (profileId: string) => {
      drop(profileId);
      return expectNoKey(settings, profileId);
    },
    /** Marks a key that the service rejected with 401. The key isn't sent until a test succeeds or it is replaced. */
    refuse: (profileId: string, key: string) => {
      const memoryEntry = byId.get(profileId);
      if (!memoryEntry || memoryEntry.key !== key || memoryEntry.refused) return false;
      change(profileId, true);
      return true;
    },
    accept: (profileId: string) => change(profileId, false),
  };
}

export type KeyRing = ReturnType<typeof createKeyRing>;
