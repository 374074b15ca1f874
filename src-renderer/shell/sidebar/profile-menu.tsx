import { useNavigate } from '@tanstack/react-router';
import { Check, Copy, Keyboard, type LucideIcon, Pencil, Plus, Settings } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useConsole } from '../../api/console-api.ts';
import { hostText, useProfileList } from '../../api/profiles.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showFailure } from '../../components/messages/show-failure.ts';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { OpenPopover } from '#ui/menu/open-popover.tsx';
import './profile-menu.css';

interface ProfileMenuProps {
  readonly profile: ConsoleState['profile'];
  readonly trigger: HTMLElement;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

interface MenuAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  readonly run: () => void;
}

export const ProfileMenu = ({ profile, trigger, onShortcuts, onClose }: ProfileMenuProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const { baseURL } = profile;
  const profiles = useProfileList()?.profiles ?? [profile];

  const switchTo = (id: string): void => {
    if (id === profile.id) return;
    api.profiles.switch({ id }).then(({ name }) => showToast(`Switched to ${name}`, 'done'), showFailure);
  };
  const toSettings = (search: object): void => void navigate({ to: '/settings', search });
  const actions: readonly MenuAction[] = [
    { label: 'Add profile', icon: Plus, run: () => toSettings({ profile: 'new' }) },
    {
      label: profile.builtIn ? 'Show profile' : 'Edit profile',
      icon: Pencil,
      run: () => toSettings({ profile: profile.id }),
    },
    { label: 'Manage profiles', icon: Settings, run: () => toSettings({ section: 'profiles' }) },
    ...(baseURL === null ? [] : [{ label: 'Copy base URL', icon: Copy, run: () => copyText(baseURL, 'the base URL') }]),
    { label: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', run: onShortcuts },
  ];

  return (
    <OpenPopover aria-label="Profiles" trigger={trigger} onClose={onClose}>
      <Menu
        className="menu"
        aria-label="Profiles"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu gets the focus when it opens (WAI-ARIA, menu button)
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => {
          const id = String(key);
          if (id.startsWith('profile:')) switchTo(id.slice('profile:'.length));
          else actions.find(({ label }) => label === id)?.run();
        }}
      >
        <MenuSection selectionMode="single" selectedKeys={[`profile:${profile.id}`]} disallowEmptySelection>
          <Header className="menu-header">Switch to</Header>
          {profiles.map((each) => (
            <MenuItem
              key={each.id}
              id={`profile:${each.id}`}
              className="menu-item menu-profile"
              textValue={`${each.name}, ${each.environment}`}
            >
              <ProfileTile profile={each} size="small" />
              <span className="stack grow">
                <Text slot="label" className="truncate">
                  {each.name}
                </Text>
                <Text slot="description" className="row shrink gap-6">
                  <EnvironmentTag environment={each.environment} />
                  <span className="menu-address mono truncate">
                    {each.builtIn || each.key ? (hostText(each.baseURL) ?? 'No base URL yet') : 'No key yet'}
                  </span>
                </Text>
              </span>
              {each.id === profile.id ? <Check size={14} className="menu-check" aria-hidden="true" /> : null}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection className="menu-section" aria-label="Actions">
          {actions.map(({ label, icon: Icon, shortcut }) => (
            <MenuItem key={label} id={label} className="menu-item" textValue={label}>
              <Icon size={14} aria-hidden="true" />
              <Text slot="label">{label}</Text>
              {shortcut === undefined ? null : <Kbd>{shortcut}</Kbd>}
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
    </OpenPopover>
  );
};
