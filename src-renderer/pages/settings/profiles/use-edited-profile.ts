import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useProfileList } from '../../../api/profile-list.ts';

/** The profile that is edited: the one that the address names, else the active one; undefined until known. */
export const useEditedProfile = (id: string | undefined): ProfileView | undefined => {
  const list = useProfileList();
  if (!list) return undefined;
  const { profiles, activeId } = list;
  return profiles.find((each) => each.id === id) ?? profiles.find((each) => each.id === activeId);
};
