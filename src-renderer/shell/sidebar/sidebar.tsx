import { Fragment } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { ConnectionLine } from './connection-line.tsx';
import { pageGroups } from '../console-pages.ts';
import { NavGroup } from './nav-group.tsx';
import { NavLink } from './nav-link.tsx';
import { GoToButton } from '../palette/go-to-button.tsx';
import { ProfileCard } from './profile-card.tsx';
import { useNavNotes } from './use-nav-notes.ts';
import { WatchButton } from '../watch/watch-button.tsx';
import './sidebar.css';

interface SidebarProps {
  /** undefined until first known. */
  readonly state: ConsoleState | undefined;
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
}

const last = pageGroups.length - 1;

/** Profile, pages and connection; a rail of icons where the window is narrow. */
export const Sidebar = ({ state, onShortcuts, onPalette }: SidebarProps) => {
  const notes = useNavNotes();
  return (
    <header className="sidebar">
      <ProfileCard profile={state?.profile} onShortcuts={onShortcuts} />
      <GoToButton onPress={onPalette} />
      <nav className="nav" aria-label="Pages of the console">
        {pageGroups.map(({ head, pages }, index) => {
          const links = pages.map((page) => <NavLink key={page.to} page={page} note={notes[page.to]} />);
          if (head !== null) {
            return (
              <NavGroup key={head} label={head}>
                {links}
              </NavGroup>
            );
          }
          return (
            <Fragment key={pages[0]?.to}>
              {index === last ? (
                <>
                  <span className="nav-space" />
                  <WatchButton />
                </>
              ) : null}
              {links}
            </Fragment>
          );
        })}
      </nav>
      <ConnectionLine connection={state?.connection} baseURL={state?.profile.baseURL ?? null} />
    </header>
  );
};
