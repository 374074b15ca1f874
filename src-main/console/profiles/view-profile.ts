import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { Profile } from './profile.ts';
import type { ProfileList } from './profile-list.ts';

/** A profile as the pages see it. Asks no keychain. */
export const createProfileView =
  (profiles: ProfileList, keys: KeyRing, sandboxAddress: () => string | null) =>
  (profile: Profile): ProfileView => ({
    ...profile,
    lockedFields: [...profile.lockedFields],
    baseURL: profile.builtIn ? sandboxAddress() : profile.baseURL,
    verified: profiles.isVerified(profile),
    key: profile.baseURL === null ? null : keys.view({ id: profile.id, baseURL: profile.baseURL }),
  });
