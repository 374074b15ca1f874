import { fail } from '#shared/app-error.ts';
import type { ProfileList as ProfileListView } from '#shared/console-contract/profiles-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { createApiKeyHandlers } from '../api-key/api-key-handlers.ts';
import { createKeyRing } from '../api-key/key-ring.ts';
import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import { createNetworkGate } from '../network/network-gate.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { readManagedConfiguration } from '../settings/managed-configuration.ts';
import { createSettings } from '../settings/settings.ts';
import { createSettingsFile } from '../settings/settings-file.ts';
import { createSettingsHandlers } from '../settings/settings-handlers.ts';
import { createActiveProfile } from './active-profile.ts';
import { readBaseAddress } from '../network/base-address.ts';
import { createProfileAccess } from './profile-access.ts';
import type { ProfileBelongings } from './profile-belongings.ts';
import { createProfileList } from './profile-list.ts';
import { createProfilesHandlers } from './profiles-handlers.ts';
import { bindingOf } from '../service-binding.ts';
import { createProfileView } from './view-profile.ts';

interface ProfileTopicPorts {
  readonly ports: ConsolePorts;
  readonly sandbox: Sandbox;
  readonly emit: ConsoleEvents['emit'];
  /** Another profile is on screen, or the same one with another key or address. */
  readonly onSwitch: () => void;
  /** What the pages show of the active profile has changed. */
  readonly onChange: () => void;
  /** What other topics keep per profile. */
  readonly belongings: readonly ProfileBelongings[];
}

/** Runs as long as the call does, whatever profile is on screen. */
const never = new AbortController().signal;

/** Settings, profiles and their keys: who is called, and with what. */
export function createProfileTopic(topic: ProfileTopicPorts) {
  const { ports, sandbox, emit } = topic;
  const { clock, redactor, secrets, userDataDir } = ports;
  const managed = readManagedConfiguration(ports.managedFile, (baseURL) => {
    const address = readBaseAddress(baseURL);
    return address.ok ? null : address.problem;
  });
  if (managed.problem !== null) ports.log.warn(managed.problem);
  const settings = createSettings(
    createSettingsFile({ userDataDir, clock, openWriter: ports.openSettingsWriter }),
    clock,
  );
  const profiles = createProfileList(settings, managed, clock);
  const keys = createKeyRing({ secrets, settings, clock, onKey: redactor.hold });
  const view = createProfileView(profiles, keys, sandbox.url);
  const active = createActiveProfile(settings, profiles, topic.onSwitch);
  const changed = () => {
    const list: ProfileListView = { activeId: active.profile().id, profiles: profiles.all().map(view) };
    emit('profiles:changed', list);
    topic.onChange();
  };
  const network = createNetworkGate(ports, {
    isLimited: managed.networkLimited,
    origins: () => {
      const addresses = profiles
        .all()
        .flatMap(({ baseURL }) => (baseURL !== null && profiles.mayCall(baseURL) ? [baseURL] : []));
      return [...addresses, sandbox.url()].flatMap((address) => {
        const read = address === null ? null : readBaseAddress(address);
        return read?.ok ? [read.origin] : [];
      });
    },
  });
  const access = createProfileAccess({
    clock,
    sandbox,
    profiles,
    keys,
    managed,
    view,
    transportWithCa: network.transportWithCa,
    onSandboxKey: (key) => redactor.hold('sandbox', key),
    onRefused: changed,
  });

  const handlers = (api: ApiClient): Pick<ConsoleHandlers, 'profiles' | 'apiKey' | 'settings'> => ({
    profiles: createProfilesHandlers({
      clock,
      profiles,
      active,
      keys,
      api,
      access,
      view,
      belongings: topic.belongings,
      onChange: changed,
    }),
    apiKey: createApiKeyHandlers({
      clock,
      keys,
      secrets,
      api,
      redactor,
      owners: {
        find: profiles.find,
        markVerified: profiles.markVerified,
        accessWithKey: async (profileId, candidate) => {
          const found = profiles.find(profileId);
          return found.ok ? access(found.value, { ended: never, candidate }) : found;
        },
        onKeyChange: (profileId) => {
          if (profileId === active.profile().id) active.restart();
          changed();
        },
      },
    }),
    settings: createSettingsHandlers(settings, managed, (now) => {
      emit('settings:changed', now);
      // The notice stands in what the shell shows, too.
      topic.onChange();
    }),
  });

  return {
    active,
    managed,
    /** Every call of the console goes through it. */
    network,
    settings,
    view: () => view(active.profile()),
    /** Access of the active profile, ended by the next switch. */
    access: (closing: AbortSignal) =>
      closing.aborted
        ? Promise.resolve(fail('cancelled', clock.now()))
        : access(active.profile(), { ended: active.signal() }),
    all: profiles.all,
    mayCall: profiles.mayCall,
    refusalOf: profiles.refusalOf,
    /** What work of the active profile is bound to from its beginning. */
    binding: () => bindingOf(view(active.profile())),
    /** Access of any profile. */
    accessOf: access,
    handlers,
  };
}
