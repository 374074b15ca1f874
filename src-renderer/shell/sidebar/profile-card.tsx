import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useMenuTrigger } from '#ui/menu/use-menu-trigger.ts';
import { ProfileTile } from '../../components/tiles/profile-tile.tsx';
import { EnvironmentTag } from '../../components/tiles/environment-tag.tsx';
import './profile-card.css';

const ProfileMenu = lazy(() => import('./profile-menu.tsx').then(({ ProfileMenu: Menu }) => ({ default: Menu })));

type Profile = ConsoleState['profile'];

interface ProfileCardProps {
  readonly profile: Profile | undefined;
  readonly onShortcuts: () => void;
}

/** The active profile with its environment; opens the list of profiles. */
export const ProfileCard = ({ profile, onShortcuts }: ProfileCardProps) => {
  const { openAt, close, button } = useMenuTrigger();
  return (
    <>
      <button className="profile-card" aria-label="Profile" aria-describedby="profile-description" {...button}>
        <ProfileTile profile={profile} />
        <span id="profile-description" className="profile-words">
          <span className="profile-name truncate">{profile?.name}</span>
          {profile ? <EnvironmentTag environment={profile.environment} /> : null}
        </span>
        <ChevronsUpDown size={14} className="profile-chevron" aria-hidden="true" />
      </button>
      {openAt && profile ? (
        <Suspense>
          <ProfileMenu profile={profile} trigger={openAt} onShortcuts={onShortcuts} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
};
