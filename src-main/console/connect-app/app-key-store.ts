import { andThen, fail, succeed } from '#shared/app-error.ts';
import type { AppKey } from '#shared/console-contract/connect-app-calls.ts';
import { keychainFailure, probeKeychain } from '../api-key/probe-store.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Settings } from '../settings/settings.ts';

interface AppKeyStorePorts extends Pick<ConsolePorts, 'clock' | 'secrets' | 'redactor'> {
  readonly settings: Settings;
}

const accountOf = (id: string): string => `sandbox-app-${id}`;

export function createAppKeyStore({ clock, secrets, redactor, settings }: AppKeyStorePorts) {
  const entries = new Map<string, string>();
  const isMarked = (id: string): boolean => settings.current().appKeys.includes(id);
  const mark = (id: string) => settings.change(({ appKeys }) => ({ appKeys: [...appKeys.slice(-199), id] }));
  const unmark = (id: string) =>
    settings.change(({ appKeys }) => ({ appKeys: appKeys.filter((appKey) => appKey !== id) }));
  const hold = (id: string, apiKey: string): void => {
    entries.set(id, apiKey);
    redactor.hold(accountOf(id), apiKey);
  };
  return {
    probe: () => probeKeychain(secrets, clock),
    placeOf: (id: string) => (isMarked(id) ? 'keychain' : entries.has(id) ? 'session' : null),
    keep: async (id: string, apiKey: string, place: NonNullable<AppKey['storedIn']>) => {
      hold(id, apiKey);
      if (place === 'session') return;
      // Recorded before the write, so that a write that ends after its deadline leaves no unknown entry.
      if (!(await mark(id)).ok) return;
      if (!(await secrets.set(accountOf(id), apiKey)).ok) await unmark(id);
    },
    read: async (id: string) => {
      const memoryEntry = entries.get(id);
      if (memoryEntry !== undefined) return succeed(memoryEntry);
      if (!isMarked(id)) return fail('no_key', clock.now());
      const getResult = await secrets.get(accountOf(id));
      if (!getResult.ok) return keychainFailure(getResult, clock.now());
      if (getResult.value !== null) {
        hold(id, getResult.value);
        return succeed(getResult.value);
      }
      // Tests the keychain, because a locked keyring responds like an empty one.
      return andThen(probeKeychain(secrets, clock), () => fail('no_key', clock.now()));
    },
    forget: async (id: string) => {
      entries.delete(id);
      redactor.hold(accountOf(id), null);
      if (!isMarked(id)) return;
      if ((await secrets.delete(accountOf(id))).ok) await unmark(id);
    },
  };
}
