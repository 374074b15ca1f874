import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { StoredKind } from '#shared/data-messages/data-calls.ts';
import {
  type ProfileDataItem,
  profileDataKinds,
  type ProfilesView,
  type ProfileView,
} from '#shared/console-contract/profiles-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { Clock } from '../clock/clock.ts';
import { neverAborted } from '../clock/abort-signals.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Settings } from '../settings/settings.ts';
import type { Profile } from './profile.ts';
import { readProfileFile, writeProfileFile } from './profile-file.ts';
import type { Profiles } from './profiles-topic.ts';

interface ProfilesPorts {
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'current'>;
  readonly profiles: Profiles;
  readonly keys: KeyRing;
  readonly api: ApiClient;
  /** What the data process stores about a profile. */
  readonly stored: {
    readonly count: (profileId: string) => Promise<Outcome<Readonly<Record<StoredKind, number>>>>;
    readonly remove: (profileId: string) => Promise<Outcome<unknown>>;
  };
  /** Called before the stored data of a profile is removed. */
  readonly onRemove: readonly ((profileId: string) => void)[];
}

export function createProfilesHandlers(ports: ProfilesPorts): ConsoleHandlers['profiles'] {
  const { clock, settings, keys, api, stored, onRemove } = ports;
  const { list: profiles, active, viewOf: view, accessOf, changed } = ports.profiles;
  const list = (): ProfilesView => ({ activeId: active.profile().id, profiles: profiles.all().map(view) });
  const announce = <Value>(value: Value): Value => {
    changed();
    return value;
  };
  /** Without the data process, a count of stored data is null. */
  const countData = async (profileId: string): Promise<ProfileDataItem[]> => {
    const { views, watches } = settings.current();
    const countOf = (items: readonly { readonly profileId: string }[]) =>
      items.filter((item) => item.profileId === profileId).length;
    const storedCounts = await stored.count(profileId);
    const counts: Partial<Record<ProfileDataItem['kind'], number>> = {
      views: countOf(views),
      watches: countOf(watches),
      ...(storedCounts.ok ? storedCounts.value : {}),
    };
    return profileDataKinds.flatMap((kind) => (counts[kind] === 0 ? [] : { kind, count: counts[kind] ?? null }));
  };
  return {
    list: async () => succeed(list()),

    add: (draft) => mapOutcome(profiles.add(draft), (profile) => announce(view(profile))),

    edit: ({ id, changes }) =>
      mapOutcome(profiles.edit(id, changes), ({ profile, originChanged }) => {
        if (id === active.profile().id) active.restart();
        return announce({ profile: view(profile), keyDropped: originChanged });
      }),

    removal: ({ id }) =>
      mapOutcome(profiles.removable(id), async (profile) => ({
        name: profile.name,
        key: view(profile).key,
        profileData: await countData(id),
      })),

    remove: async ({ id, leaveKey }) => {
      const found = profiles.removable(id);
      if (!found.ok) return found;
      const key = leaveKey ? await keys.leave(id) : await keys.remove(id);
      if (!key.ok) return key;
      for (const forget of onRemove) forget(id);
      const removeResult = await stored.remove(id);
      if (!removeResult.ok) return removeResult;
      const wasActive = active.profile().id === id;
      const removalResult = await profiles.remove(id);
      if (!removalResult.ok) return removalResult;
      if (wasActive) active.restart();
      return succeed(announce(list()));
    },

    switch: ({ id }) =>
      andThen(profiles.find(id), (profile) =>
        active.profile().id === id
          ? succeed(view(profile))
          : mapOutcome(active.switchTo(profile), () => announce(view(profile))),
      ),

    test: ({ id }, { signal }) =>
      andThen(profiles.find(id), (profile) => {
        const access = accessOf(profile, { ended: neverAborted, evenIfRefused: true });
        const health = andThen(access, (value) => api.checkHealth(value, signal));
        return mapOutcome(health, (value) => {
          keys.accept(id);
          return announce({ ...value, profile: view(profile) });
        });
      }),

    export: async ({ ids }) => {
      const chosenProfiles: Profile[] = [];
      for (const id of ids) {
        const foundProfile = profiles.find(id);
        if (!foundProfile.ok) return foundProfile;
        if (foundProfile.value.builtIn) return fail('built_in_profile', clock.now());
        chosenProfiles.push(foundProfile.value);
      }
      const day = clock.now().toISOString().slice(0, 10);
      return succeed({ fileName: `ferry-profiles-${day}.json`, text: writeProfileFile(chosenProfiles) });
    },

    import: async ({ text }) => {
      const entries = readProfileFile(text);
      if (entries === null) return fail('invalid_import', clock.now());
      const added: ProfileView[] = [];
      const refused: { name: string; problem: string }[] = [];
      for (const entry of entries) {
        const outcome = entry.ok ? await profiles.add(entry.draft) : null;
        if (!entry.ok) refused.push({ name: entry.name, problem: entry.problem });
        else if (outcome?.ok) added.push(view(outcome.value));
        else if (outcome?.error.code === 'settings_not_saved') return outcome;
        else if (outcome) refused.push({ name: entry.draft.name, problem: outcome.error.detail ?? outcome.error.code });
      }
      return succeed(announce({ added, refused }));
    },
  };
}
