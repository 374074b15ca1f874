import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { profileColours } from '#shared/profile-colours.ts';
import '#ui/values/tile-colours.css';
import './tiles.css';

/** A profile without a color gets the seventh color. */
export const profileColourClass = (colour = ''): string => {
  const index = profileColours.findIndex((profileColour) => profileColour === colour.toUpperCase());
  return `tile-colour-${index < 0 ? 6 : index}`;
};

interface ProfileTileProps {
  readonly profile: Pick<ConsoleState['profile'], 'name' | 'environment' | 'colour'> | undefined;
  readonly size?: 'regular' | 'small';
}

export const ProfileTile = ({ profile, size = 'regular' }: ProfileTileProps) => (
  <span
    className={['tile', size, profileColourClass(profile?.colour)].join(' ')}
    data-environment={profile?.environment}
    aria-hidden="true"
  >
    {[...(profile?.name ?? '')][0]?.toUpperCase()}
  </span>
);
