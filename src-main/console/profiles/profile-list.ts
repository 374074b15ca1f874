import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileChanges, ProfileDraft } from '#shared/console-contract/profiles-calls.ts';
import { profileColours } from '#shared/profile-colours.ts';
import type { Clock } from '../clock/clock.ts';
import type { Network } from '../network/network-topic.ts';
import type { StoredProfile } from '../settings/settings-document.ts';
import type { SettingsTopic } from '../settings/settings-topic.ts';
import { originOf, readBaseAddress } from '../addresses/base-address.ts';
import { readCaFile } from './ca-file.ts';
import { fromManaged, fromStored, type Profile, sandboxProfile } from './profile.ts';

const maxProfiles = 100;

export interface ProfileListPorts {
  readonly clock: Clock;
  readonly settings: SettingsTopic;
  readonly network: Pick<Network, 'mayCall' | 'refusalOf'>;
}

export function createProfileList({ clock, settings, network }: ProfileListPorts) {
  const managedProfiles = settings.managed.profiles.map(fromManaged);
  const refuse = (detail: string) => fail('invalid_profile', clock.now(), { detail });
  const all = () => [sandboxProfile, ...managedProfiles, ...settings.current().profiles.map(fromStored)];
  const find = (id: string): Outcome<Profile> => {
    const profile = all().find((one) => one.id === id);
    return profile ? succeed(profile) : fail('unknown_profile', clock.now());
  };

  const check = async (profile: StoredProfile): Promise<Outcome<StoredProfile>> => {
    const address = readBaseAddress(profile.baseURL);
    if (!address.ok) return refuse(address.problem);
    if (!network.mayCall(address.baseURL)) {
      return fail('managed', clock.now(), { detail: network.refusalOf(address.baseURL) });
    }
    if (all().some(({ id, name }) => id !== profile.id && name.toLowerCase() === profile.name.toLowerCase())) {
      return refuse(`A profile named ${profile.name} already exists.`);
    }
    if (profile.caFile !== null) {
      const file = await readCaFile(profile.caFile, clock.now());
      if (!file.ok) return refuse(file.problem);
    }
    return succeed({ ...profile, baseURL: address.baseURL });
  };

  const freeColour = () => {
    const usedColours = new Set(settings.current().profiles.map(({ colour }) => colour));
    return profileColours.find((colour) => !usedColours.has(colour)) ?? profileColours[0];
  };

  const changeable = (id: string): Outcome<Profile> => {
    const found = find(id);
    if (!found.ok) return found;
    if (found.value.builtIn) return fail('built_in_profile', clock.now());
    return found.value.lockedFields.length > 0 ? fail('managed', clock.now()) : found;
  };

  return {
    all,
    find,
    removable: changeable,
    add: async (draft: ProfileDraft) => {
      if (settings.current().profiles.length >= maxProfiles)
        return refuse(`You already have ${maxProfiles} profiles, the maximum. Remove one first.`);
      const checkResult = await check({ ...draft, id: crypto.randomUUID(), colour: draft.colour ?? freeColour() });
      if (!checkResult.ok) return checkResult;
      const saving = settings.change(({ profiles }) => ({ profiles: [...profiles, checkResult.value] }));
      return mapOutcome(saving, () => fromStored(checkResult.value));
    },
    /** `originChanged`: the origin differs, so data bound to the earlier origin is invalid. */
    edit: async (id: string, changes: ProfileChanges) => {
      const changeableResult = changeable(id);
      if (!changeableResult.ok) return changeableResult;
      const previous = settings.current().profiles.find((profile) => profile.id === id);
      if (!previous) return fail('unknown_profile', clock.now());
      const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
      const checkResult = await check({ ...previous, ...Object.fromEntries(definedChanges) });
      if (!checkResult.ok) return checkResult;
      const changedProfile = checkResult.value;
      const saving = settings.change(({ profiles }) => ({
        profiles: profiles.map((profile) => (profile.id === id ? changedProfile : profile)),
      }));
      return mapOutcome(saving, () => ({
        profile: fromStored(changedProfile),
        originChanged: originOf(previous.baseURL) !== originOf(changedProfile.baseURL),
      }));
    },
    remove: (id: string) => {
      const others = <Item extends { readonly profileId: string }>(items: readonly Item[]): Item[] =>
        items.filter(({ profileId }) => profileId !== id);
      return settings.change((document) => ({
        activeProfileId: document.activeProfileId === id ? sandboxProfile.id : document.activeProfileId,
        profiles: document.profiles.filter((profile) => profile.id !== id),
        expectedKeys: others(document.expectedKeys),
        watches: others(document.watches),
        views: others(document.views),
        alertRules: others(document.alertRules),
      }));
    },
  };
}

export type ProfileList = ReturnType<typeof createProfileList>;
