import type { ProfilesView, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';

type KnownProfile = Pick<ProfileView, 'id' | 'name' | 'environment' | 'baseURL' | 'builtIn'>;

/**
 * Returns the profiles that can open a link: profiles of the link's service, preferably with the sender's profile name.
 * Organizations of the same service differ only by name.
 * @param service null if the link contains no service
 */
export const linkedProfiles = <Profile extends KnownProfile>(
  service: LinkedService | null,
  { activeId, profiles }: Pick<ProfilesView, 'activeId'> & { readonly profiles: readonly Profile[] },
): readonly Profile[] => {
  if (service === null) return profiles.filter(({ id }) => id === activeId);
  const serviceProfiles = profiles.filter(
    ({ environment, builtIn, baseURL }) =>
      environment === service.environment &&
      (service.baseURL === null ? builtIn : !builtIn && baseURL === service.baseURL),
  );
  const sameNameProfiles = serviceProfiles.filter(({ name }) => name === service.profile);
  return sameNameProfiles.length > 0 ? sameNameProfiles : serviceProfiles;
};
