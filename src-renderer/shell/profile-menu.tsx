import { Check, Copy, Keyboard } from 'lucide-react';
import { useRef } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { copyText } from '../components/copy.ts';
import { Kbd } from '../components/kbd.tsx';
import { hostText } from './host-text.ts';
import './profile-menu.css';

interface ProfileMenuProps {
  readonly profile: ConsoleState['profile'];
  readonly trigger: HTMLElement;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

/** The profiles to choose from, and what can be done with the active one. */
export const ProfileMenu = ({ profile, trigger, onShortcuts, onClose }: ProfileMenuProps) => {
  const triggerRef = useRef(trigger);
  const { baseURL } = profile;
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
        // A menu that opens takes the focus (WAI-ARIA, menu button).
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => {
          if (key === 'copy' && baseURL !== null) copyText(baseURL, 'the base address');
          if (key === 'shortcuts') onShortcuts();
        }}
      >
        <MenuSection selectionMode="single" selectedKeys={[profile.id]} disallowEmptySelection>
          <Header className="menu-header">Profiles</Header>
          <MenuItem id={profile.id} className="menu-item menu-profile" textValue={profile.name}>
            <Check size={14} aria-hidden="true" />
            <span className="menu-words">
              <Text slot="label">{profile.name}</Text>
              <Text slot="description" className="menu-address mono truncate">
                {hostText(baseURL) ?? 'No address yet'}
              </Text>
            </span>
          </MenuItem>
        </MenuSection>
        <MenuSection className="menu-section" aria-label="Actions">
          {baseURL === null ? null : (
            <MenuItem id="copy" className="menu-item">
              <Copy size={14} aria-hidden="true" />
              Copy base address
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
