import type { ProfilesView, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';

type Known = Pick<ProfileView, 'id' | 'name' | 'environment' | 'baseURL' | 'builtIn'>;

/**
 * The profiles that a link can be opened in: those of its service, and among them the ones that are called as the sender
 * calls theirs, if there are any. One service can hold several organizations, which only the names tell apart.
 * @param service null where the link says nothing of it
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
