import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import type { keyWarnings, KeyState } from '#shared/console-contract/api-key-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { type KeyedProfile, type KeyRing, readKey } from '../api-key/key-ring.ts';
import { probeStore } from '../api-key/probe-store.ts';
import { prefixOf } from '../api-key/stored-key.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { neverAborted } from '../clock/abort-signals.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Profile } from './profile.ts';
import type { Profiles } from './profiles-topic.ts';

interface ApiKeyPorts extends Pick<ConsolePorts, 'clock' | 'secrets' | 'redactor'> {
  readonly profiles: Profiles;
  readonly keys: KeyRing;
  readonly api: ApiClient;
}

const keychainFailure = /^keychain_(locked|unavailable|denied|slow)$/;

function warningsFor(environment: Profile['environment'], key: string): (typeof keyWarnings)[number][] {
  const isProductionKey = prefixOf(key) === brand.productionKeyPrefix;
  if (environment === 'production') return isProductionKey ? [] : ['no_production_prefix'];
  return isProductionKey ? ['production_key_elsewhere'] : [];
}

export function createApiKeyHandlers(ports: ApiKeyPorts): ConsoleHandlers['apiKey'] {
  const { clock, keys, secrets, api, redactor } = ports;
  const { list, active, accessOf, changed } = ports.profiles;

  const find = (id: string): Promise<Outcome<Profile & KeyedProfile>> =>
    andThen(list.find(id), ({ baseURL, ...profile }) =>
      baseURL === null ? fail('built_in_profile', clock.now()) : succeed({ ...profile, baseURL }),
    );
  const reportChange = (profileId: string) => {
    if (profileId === active.profile().id) active.restart();
    changed();
  };

  const stateOf = async (profile: KeyedProfile): Promise<KeyState> => {
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
      const profileResult = await find(profileId);
      if (!profileResult.ok) return profileResult;
      const profile = profileResult.value;
      const key = readKey(pasted);
      if (key === null) return fail('invalid_key', clock.now());
      redactor.hold('entered', key);
      if (!replace && keys.view(profile) !== null) return fail('key_exists', clock.now());
      const access = await accessOf(profile, { ended: neverAborted, candidate: key });
      if (!access.ok) return access;
      const health = await api.checkHealth(access.value, signal);
      if (!health.ok) return health;
      if (signal.aborted) return fail('cancelled', clock.now());
      const outcome = await keys.keep(profile, key, storage);
      if (!outcome.ok) return outcome;
      reportChange(profileId);
      return succeed({ key: outcome.value, warnings: warningsFor(profile.environment, key), ...health.value });
    },

    remove: ({ profileId }) =>
      mapOutcome(
        andThen(find(profileId), () => keys.remove(profileId)),
        () => {
          reportChange(profileId);
          return {};
        },
      ),
  };
}
