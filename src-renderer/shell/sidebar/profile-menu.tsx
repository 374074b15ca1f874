import { useNavigate } from '@tanstack/react-router';
import { Check, Copy, Keyboard, Pencil, Plus, Settings } from 'lucide-react';
import { useRef } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { hostText, useProfileList } from '../../api/profiles.ts';
import { copyText } from '#ui/controls/copy.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import '#ui/menu/menu.css';
import './profile-menu.css';

interface ProfileMenuProps {
  readonly profile: ConsoleState['profile'];
  readonly trigger: HTMLElement;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

export const ProfileMenu = ({ profile, trigger, onShortcuts, onClose }: ProfileMenuProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const triggerRef = useRef(trigger);
  const { baseURL } = profile;
  const profiles = useProfileList()?.profiles ?? [profile];

  const switchTo = (id: string): void => {
    if (id === profile.id) return;
    api.profiles.switch({ id }).then(
      ({ name }) => showToast(`Switched to ${name}`, 'done'),
      (thrown: unknown) => showToast(describeAppError(appErrorOf(thrown)).title, 'note'),
    );
  };
  const actions: Record<string, () => void> = {
    add: () => void navigate({ to: '/settings', search: { profile: 'new' } }),
    edit: () => void navigate({ to: '/settings', search: { profile: profile.id } }),
    manage: () => void navigate({ to: '/settings', search: { section: 'profiles' } }),
    copy: () => (baseURL === null ? undefined : copyText(baseURL, 'the base URL')),
    shortcuts: onShortcuts,
  };

  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      aria-label="Profiles"
      placement="bottom start"
      containerPadding={8}
      offset={6}
      className="menu-popover"
    >
      <Menu
        className="menu"
        aria-label="Profiles"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu gets the focus when it opens (WAI-ARIA, menu button)
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => {
          const id = String(key);
          if (id.startsWith('profile:')) switchTo(id.slice('profile:'.length));
          else actions[id]?.();
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
              <span className="menu-words">
                <Text slot="label" className="truncate">
                  {each.name}
                </Text>
                <Text slot="description" className="menu-line">
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
          <MenuItem id="add" className="menu-item">
            <Plus size={14} aria-hidden="true" />
            Add profile
          </MenuItem>
          <MenuItem id="edit" className="menu-item">
            <Pencil size={14} aria-hidden="true" />
            {profile.builtIn ? 'Show profile' : 'Edit profile'}
          </MenuItem>
          <MenuItem id="manage" className="menu-item">
            <Settings size={14} aria-hidden="true" />
            Manage profiles
          </MenuItem>
          {baseURL === null ? null : (
            <MenuItem id="copy" className="menu-item">
              <Copy size={14} aria-hidden="true" />
              Copy base URL
            </MenuItem>
          )}
          <MenuItem id="shortcuts" className="menu-item" textValue="Keyboard shortcuts">
            <Keyboard size={14} aria-hidden="true" />
            <Text slot="label">Keyboard shortcuts</Text>
            <Kbd>?</Kbd>
          </MenuItem>
        </MenuSection>
      </Menu>
    </Popover>
  );
};
