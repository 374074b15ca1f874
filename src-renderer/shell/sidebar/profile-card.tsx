import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
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
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={setTrigger}
        type="button"
        className="profile-card"
        aria-label="Profile"
        aria-describedby="profile-description"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <ProfileTile profile={profile} />
        <span id="profile-description" className="profile-words">
          <span className="profile-name truncate">{profile?.name}</span>
          {profile ? <EnvironmentTag environment={profile.environment} /> : null}
        </span>
        <ChevronsUpDown size={14} className="profile-chevron" aria-hidden="true" />
      </button>
      {open && profile && trigger ? (
        <Suspense>
          <ProfileMenu profile={profile} trigger={trigger} onShortcuts={onShortcuts} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
