import { andThen, fail, mapOutcome, succeed } from '#shared/app-error.ts';
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
  writeStoredKey,
} from './stored-key.ts';

export interface KeyEntriesPorts extends Pick<ConsolePorts, 'clock' | 'secrets'> {
  readonly settings: Settings;
}

export function createKeyEntries({ secrets, settings, clock }: KeyEntriesPorts) {
  const noKey = (detail: string) => fail('no_key', clock.now(), { detail });
  return {
    read: async (profileId: string) => {
      const getResult = await secrets.get(profileId);
      if (!getResult.ok) return keychainFailure(getResult, clock.now());
      if (getResult.value === null) {
        // Needed because a locked keyring responds like an empty one.
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
