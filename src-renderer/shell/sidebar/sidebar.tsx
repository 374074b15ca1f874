import { Fragment, type ReactNode, useId } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { ConnectionLine } from './connection-line.tsx';
import { pageGroups } from './console-pages.ts';
import { GoToButton } from './go-to-button.tsx';
import './nav-group.css';
import { NavLink } from './nav-link.tsx';
import { ProfileCard } from './profile-card.tsx';
import './sidebar.css';
import { useNavNotes } from './use-nav-notes.ts';
import { WatchButton } from './watch-button.tsx';

interface NavGroupProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Pages that belong together, with their name above; on the rail only a gap is left of it. */
const NavGroup = ({ label, children }: NavGroupProps) => {
  const id = useId();
  return (
    // A fieldset is for forms.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="nav-group" role="group" aria-labelledby={id}>
      <span className="nav-group-label" id={id}>
        {label}
      </span>
      {children}
    </div>
  );
};

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
