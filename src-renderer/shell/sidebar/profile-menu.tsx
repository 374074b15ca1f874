import { useNavigate } from '@tanstack/react-router';
import { Copy, Keyboard, Pencil, Plus, Settings } from 'lucide-react';
import { Text } from 'react-aria-components';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useConsole } from '../../api/console-api.ts';
import { hostText, useProfileList } from '../../api/profiles.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showFailure } from '../../components/messages/show-failure.ts';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { PopMenu } from '#ui/menu/pop-menu.tsx';
import './profile-menu.css';

interface ProfileMenuProps {
  readonly profile: ConsoleState['profile'];
  readonly trigger: HTMLElement;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

type Profile = Pick<ConsoleState['profile'], 'name' | 'environment' | 'colour' | 'baseURL' | 'builtIn' | 'key'>;

const ProfileLine = ({ profile }: { readonly profile: Profile }) => (
  <>
    <ProfileTile profile={profile} size="small" />
    <span className="menu-profile stack grow">
      <Text slot="label" className="truncate">
        {profile.name}
      </Text>
      <Text slot="description" className="row shrink gap-6">
        <EnvironmentTag environment={profile.environment} />
        <span className="menu-address mono truncate">
          {profile.builtIn || profile.key ? (hostText(profile.baseURL) ?? 'No base URL yet') : 'No key yet'}
        </span>
      </Text>
    </span>
  </>
);

export const ProfileMenu = ({ profile, trigger, onShortcuts, onClose }: ProfileMenuProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const { baseURL } = profile;
  const profiles = useProfileList()?.profiles ?? [profile];

  const switchTo = ([id]: readonly string[]): void => {
    if (id === undefined || id === profile.id) return;
    api.profiles.switch({ id }).then(({ name }) => showToast(`Switched to ${name}`, 'done'), showFailure);
  };
  const toSettings = (search: object): void => void navigate({ to: '/settings', search });
  return (
    <PopMenu
      name="Profiles"
      trigger={trigger}
      onClose={onClose}
      parts={[
        {
          kind: 'one',
          head: 'Switch to',
          lines: profiles.map((each) => ({
            id: each.id,
            label: `${each.name}, ${each.environment}`,
            content: <ProfileLine profile={each} />,
          })),
          chosen: [profile.id],
          onChoose: switchTo,
        },
        {
          kind: 'actions',
          ariaName: 'Actions',
          lines: [
            { label: 'Add profile', icon: Plus, run: () => toSettings({ profile: 'new' }) },
            {
              label: profile.builtIn ? 'Show profile' : 'Edit profile',
              icon: Pencil,
              run: () => toSettings({ profile: profile.id }),
            },
            { label: 'Manage profiles', icon: Settings, run: () => toSettings({ section: 'profiles' }) },
            baseURL !== null && { label: 'Copy base URL', icon: Copy, run: () => copyText(baseURL, 'the base URL') },
            { label: 'Keyboard shortcuts', icon: Keyboard, keys: ['?'], run: onShortcuts },
          ],
        },
      ]}
    />
  );
};
