import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { documentationOf } from '#shared/migration-api/documentation.ts';
import type { Access } from '../api-client/service-client.ts';
import { bindingOf } from '../api-client/service-binding.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { createEmitter } from '../events/emitter.ts';
import type { Network } from '../network/network-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SettingsTopic } from '../settings/settings-topic.ts';
import { createProfileAccess } from './profile-access.ts';
import { createProfileList, type ProfileList } from './profile-list.ts';
import { type Profile, sandboxProfile } from './profile.ts';
import type { Settings } from '../settings/settings.ts';

function createActiveProfile(settings: Settings, profiles: ProfileList) {
  const switches = createEmitter();
  let ending = new AbortController();
  const restart = () => {
    ending.abort();
    ending = new AbortController();
    switches.emit();
  };
  return {
    profile: () => {
      const foundProfile = profiles.find(settings.current().activeProfileId);
      return foundProfile.ok ? foundProfile.value : sandboxProfile;
    },
    /** Aborted when the profile, its base URL or its key changes. Later responses are dropped. */
    signal: () => ending.signal,
    restart,
    onSwitch: switches.listen,
    switchTo: async ({ id }: Profile) => {
      const saveResult = await settings.change(() => ({ activeProfileId: id }));
      if (saveResult.ok) restart();
      return saveResult;
    },
  };
}

interface ProfilesTopicPorts {
  readonly ports: Pick<ConsolePorts, 'clock' | 'redactor'>;
  readonly settings: SettingsTopic;
  readonly sandbox: Sandbox;
  readonly network: Network;
  readonly keys: KeyRing;
  readonly events: ConsoleEvents;
  /** Aborted when the console closes. No call starts after that. */
  readonly closing: AbortSignal;
}

export function createProfilesTopic(topic: ProfilesTopicPorts) {
  const { ports, settings, sandbox, network, keys, events, closing } = topic;
  const { clock } = ports;
  const list = createProfileList({ clock, settings, network });
  const active = createActiveProfile(settings, list);
  // Uses the settings, which record the keys in the keychain, instead of reading the keychain.
  const viewOf = (profile: Profile): ProfileView => ({
    ...profile,
    lockedFields: [...profile.lockedFields],
    baseURL: profile.builtIn ? sandbox.url() : profile.baseURL,
    key: profile.baseURL === null ? null : keys.view({ id: profile.id, baseURL: profile.baseURL }),
  });
  const view = () => viewOf(active.profile());
  const binding = () => bindingOf(view());
  const changes = createEmitter();
  const reportChange = () => {
    events.emit('profiles:changed', { activeId: active.profile().id, profiles: list.all().map(viewOf) });
    changes.emit();
  };
  const accessOf = createProfileAccess({ ...topic, ...ports }, viewOf, reportChange);
  return {
    list,
    viewOf,
    accessOf,
    active,
    activeId: () => active.profile().id,
    view,
    binding,
    /** Returns why the active profile can't create data, or `confirmation_needed` if the user must confirm. */
    checkCreates: (confirmed: boolean): Outcome<null> => {
      const { readOnly, environment } = active.profile();
      if (readOnly || settings.managed.readOnly) return fail('read_only', clock.now());
      if (environment === 'production' && !confirmed) return fail('confirmation_needed', clock.now());
      return succeed(null);
    },
    changed: reportChange,
    onSwitch: active.onSwitch,
    onChange: changes.listen,
    access: async (): Promise<Outcome<Access>> =>
      closing.aborted ? fail('cancelled', clock.now()) : accessOf(active.profile(), { ended: active.signal() }),
    service: async () => {
      const { id: profileId, baseURL, builtIn } = view();
      const bound = binding();
      if (!builtIn && baseURL !== null) {
        return network.mayCall(baseURL)
          ? succeed({ profileId, binding: bound, serviceURL: baseURL })
          : fail('managed', clock.now(), { detail: network.refusalOf(baseURL) });
      }
      return mapOutcome(sandbox.endpoint(), ({ url }) => ({ profileId, binding: bound, serviceURL: url }));
    },
    /** Null while the active profile's service has no base URL. */
    documentation: () => {
      const { baseURL, builtIn } = view();
      return baseURL !== null && (builtIn || network.mayCall(baseURL)) ? documentationOf(baseURL) : null;
    },
  };
}

export type Profiles = ReturnType<typeof createProfilesTopic>;
