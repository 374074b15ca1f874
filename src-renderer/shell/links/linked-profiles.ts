import type { ProfilesView, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';

type Known = Pick<ProfileView, 'id' | 'name' | 'environment' | 'baseURL' | 'builtIn'>;

/**
 * Profiles that can open a link: those of its service, preferably with the sender's profile name, because organizations
 * of one service differ only by name.
 * @param service null if the link names none
 */
export const linkedProfiles = <Profile extends Known>(
  service: LinkedService | null,
  { activeId, profiles }: Pick<ProfilesView, 'activeId'> & { readonly profiles: readonly Profile[] },
): readonly Profile[] => {
  if (service === null) return profiles.filter(({ id }) => id === activeId);
  const ofService = profiles.filter(
    ({ environment, builtIn, baseURL }) =>
      environment === service.environment &&
      (service.baseURL === null ? builtIn : !builtIn && baseURL === service.baseURL),
  );
  const calledSo = ofService.filter(({ name }) => name === service.profile);
  return calledSo.length > 0 ? calledSo : ofService;
};
