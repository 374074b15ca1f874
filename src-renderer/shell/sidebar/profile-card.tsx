import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useMenuTrigger } from '#ui/menu/menu-button.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import '#ui/sidebar/switcher.css';
import './profile-card.css';

const ProfileMenu = lazy(() => import('./profile-menu.tsx').then(({ ProfileMenu: Menu }) => ({ default: Menu })));

const ReadOnlyTag = lazy(() =>
  import('../../components/read-only.tsx').then(({ ReadOnlyTag: Tag }) => ({ default: Tag })),
);

type Profile = ConsoleState['profile'];

interface ProfileCardProps {
  readonly profile: Profile | undefined;
  readonly isReadOnly: boolean;
  readonly onShortcuts: () => void;
}

export const ProfileCard = ({ profile, isReadOnly, onShortcuts }: ProfileCardProps) => {
  const { openAt, close, button } = useMenuTrigger();
  return (
    <>
      <button className="switcher row rigid" aria-label="Profile" aria-describedby="profile-description" {...button}>
        <ProfileTile profile={profile} />
        <span id="profile-description" className="switcher-words stack grow">
          <span className="switcher-name truncate">{profile?.name}</span>
          {profile ? (
            <span className="profile-tags">
              <EnvironmentTag environment={profile.environment} />
              {isReadOnly ? (
                <Suspense>
                  <ReadOnlyTag />
                </Suspense>
              ) : null}
            </span>
          ) : null}
        </span>
        <ChevronsUpDown size={14} className="switcher-chevron muted" aria-hidden="true" />
      </button>
      {openAt && profile ? (
        <Suspense>
          <ProfileMenu profile={profile} trigger={openAt} onShortcuts={onShortcuts} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
};
