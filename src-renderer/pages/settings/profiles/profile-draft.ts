import type { ProfileChanges, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { ProfileColour } from '#shared/profile-colours.ts';
import { colourOf } from './colour-choice.tsx';

/** What stands in the fields of a profile. */
export interface ProfileFields {
  readonly name: string;
  readonly baseURL: string;
  readonly environment: ProfileView['environment'];
  readonly colour: ProfileColour | undefined;
}

export const fieldsOf = (profile: ProfileView | null): ProfileFields => ({
  name: profile?.name ?? '',
  baseURL: profile?.baseURL ?? '',
  environment: profile?.environment ?? 'test',
  colour: profile ? colourOf(profile.colour) : undefined,
});

/** What differs from the saved profile; empty when nothing does. */
export const changesOf = (before: ProfileFields, now: ProfileFields): Partial<ProfileChanges> => ({
  ...(now.name.trim() === before.name ? {} : { name: now.name.trim() }),
  ...(now.baseURL.trim() === before.baseURL ? {} : { baseURL: now.baseURL.trim() }),
  ...(now.environment === before.environment ? {} : { environment: now.environment }),
  ...(now.colour === before.colour || now.colour === undefined ? {} : { colour: now.colour }),
});

const originOf = (address: string): string | null => {
  try {
    return new URL(address.trim()).origin;
  } catch {
    return null;
  }
};

/** Whether saving this address takes the key away, since a key belongs to one origin. */
export const dropsKey = (profile: ProfileView | null, baseURL: string): boolean =>
  Boolean(profile?.key && profile.baseURL !== null) && originOf(baseURL) !== originOf(profile?.baseURL ?? '');
