import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import './tiles.css';

interface ProfileTileProps {
  readonly profile: Pick<ConsoleState['profile'], 'name' | 'environment' | 'colour'> | undefined;
  readonly size?: 'regular' | 'small';
}

/** The first letter of a profile on its colour; production is always magenta. Decoration, the name stands beside it. */
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
