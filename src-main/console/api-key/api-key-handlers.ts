import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import type { keyWarnings, KeyState } from '#shared/console-contract/api-key-calls.ts';
import type { Environment } from '#shared/environments.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Access } from '../api-client/service-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { type KeyedProfile, type KeyRing, readKey } from './key-ring.ts';
import { prefixOf } from './stored-key.ts';
import { probeStore } from './probe-store.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';

interface KeyOwner {
  readonly id: string;
  readonly baseURL: string | null;
  readonly environment: Environment;
}

export interface KeyOwners {
  readonly find: (profileId: string) => Outcome<KeyOwner>;
  readonly markVerified: (owner: KeyOwner) => Promise<Outcome<unknown>>;
  readonly accessForKey: (profileId: string, key: string) => Promise<Outcome<Access>>;
  readonly onKeyChange: (profileId: string) => void;
}

interface ApiKeyPorts extends Pick<ConsolePorts, 'clock' | 'secrets' | 'redactor'> {
  readonly owners: KeyOwners;
  readonly keys: KeyRing;
  readonly api: ApiClient;
}

type OwnerWithAddress = KeyOwner & KeyedProfile;

const keychainFailure = /^keychain_(locked|unavailable|denied|slow)$/;

function warningsFor(environment: KeyOwner['environment'], key: string): (typeof keyWarnings)[number][] {
  const isProductionKey = prefixOf(key) === brand.productionKeyPrefix;
  if (environment === 'production') return isProductionKey ? [] : ['no_production_prefix'];
  return isProductionKey ? ['production_key_elsewhere'] : [];
}

export function createApiKeyHandlers(ports: ApiKeyPorts): ConsoleHandlers['apiKey'] {
  const { clock, owners, keys, secrets, api, redactor } = ports;

  const find = (id: string): Promise<Outcome<OwnerWithAddress>> =>
    andThen(owners.find(id), ({ baseURL, ...owner }) =>
      baseURL === null ? fail('built_in_profile', clock.now()) : succeed({ ...owner, baseURL }),
    );

  const stateOf = async (profile: OwnerWithAddress): Promise<KeyState> => {
    const previous = keys.view(profile);
    // A session key needs no keychain. Reading any other key also tests the keychain.
    const readResult = previous?.storage === 'keychain' ? await keys.keyFor(profile, { evenIfRefused: true }) : null;
    const [, failedState] = (readResult && !readResult.ok && keychainFailure.exec(readResult.error.code)) || [];
    if (failedState !== undefined && readResult && !readResult.ok) {
      const state = failedState as KeyState['keychain']['state'];
      return { keychain: { state, detail: readResult.error.detail ?? null }, key: previous, lost: false };
    }
    const probe = await probeStore(secrets);
    const keychain = probe.ok ? { state: 'ok' as const, detail: null } : { state: probe.state, detail: probe.detail };
    const lost =
      readResult !== null &&
      !readResult.ok &&
      (readResult.error.code === 'no_key' || readResult.error.code === 'key_for_other_address');
    return { keychain, key: keys.view(profile), lost };
  };

  return {
    state: ({ profileId }) => mapOutcome(find(profileId), stateOf),

    set: async ({ profileId, key: pasted, storage, replace }, { signal }) => {
      const ownerResult = await find(profileId);
      if (!ownerResult.ok) return ownerResult;
      const profile = ownerResult.value;
      const key = readKey(pasted);
      if (key === null) return fail('invalid_key', clock.now());
      redactor.hold('entered', key);
      if (!replace && keys.view(profile) !== null) return fail('key_exists', clock.now());
      const access = await owners.accessForKey(profileId, key);
      if (!access.ok) return access;
      const health = await api.checkHealth(access.value, signal);
      if (!health.ok) return health;
      if (signal.aborted) return fail('cancelled', clock.now());
      const outcome = await keys.keep(profile, key, storage);
      if (!outcome.ok) return outcome;
      await owners.markVerified(profile);
      owners.onKeyChange(profileId);
      return succeed({ key: outcome.value, warnings: warningsFor(profile.environment, key), ...health.value });
    },

    remove: ({ profileId }) =>
      mapOutcome(
        andThen(find(profileId), () => keys.remove(profileId)),
        () => {
          owners.onKeyChange(profileId);
          return {};
        },
      ),
  };
}
