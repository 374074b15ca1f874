import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import './tiles.css';

interface ProfileTileProps {
  readonly profile: Pick<ConsoleState['profile'], 'name' | 'environment' | 'colour'> | undefined;
  readonly size?: 'regular' | 'small';
}

/** A profile's initial on its colour; production is always magenta. Decorative, next to the name. */
export const ProfileTile = ({ profile, size = 'regular' }: ProfileTileProps) => (
  <span
    className={`profile-tile ${size}`}
    data-environment={profile?.environment}
    data-colour={profile?.colour.toUpperCase()}
    aria-hidden="true"
  >
    {[...(profile?.name ?? '')][0]?.toUpperCase()}
  </span>
);
