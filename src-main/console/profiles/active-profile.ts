import type { Outcome } from '#shared/app-error.ts';
import { createEmitter, type Subscribe } from '../events/emitter.ts';
import type { Settings } from '../settings/settings.ts';
import { type Profile, sandboxProfile } from './profile.ts';
import type { ProfileList } from './profile-list.ts';

export interface ActiveProfile {
  readonly profile: () => Profile;
  /** Aborted when the user switches profiles or the base URL changes. Later responses are dropped. */
  readonly signal: () => AbortSignal;
  readonly switchTo: (profile: Profile) => Promise<Outcome<unknown>>;
  readonly restart: () => void;
  readonly onSwitch: Subscribe<void>;
}

export function createActiveProfile(settings: Settings, profiles: ProfileList): ActiveProfile {
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
    signal: () => ending.signal,
    restart,
    onSwitch: switches.listen,
    switchTo: async ({ id }) => {
      const saveResult = await settings.change((document) => ({ ...document, activeProfileId: id }));
      if (saveResult.ok) restart();
      return saveResult;
    },
  };
}
