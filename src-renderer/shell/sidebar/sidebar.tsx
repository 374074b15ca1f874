import {
  ChevronsUpDown,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CloudOff,
  KeyRound,
  type LucideIcon,
  Search,
} from 'lucide-react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { hostText } from '../../api/profiles.ts';
import '#ui/status/tones.css';
import { Fragment, type ReactNode, useId } from 'react';
import { commandKey, Kbd } from '#ui/keys/shortcuts.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useKnownTotal } from '../../api/listings.ts';
import { useUnseenFailures } from '../../components/unseen-failures.ts';
import { type ConsolePage, pageGroups } from './console-pages.ts';
import './sidebar.css';
import { useRail } from './use-rail.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { savedViewState } from '../../components/listing/kept-views.ts';
import '#ui/sidebar/nav.css';
import './nav-link.css';
import { useMenuTrigger } from '#ui/menu/menu-button.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import '#ui/sidebar/switcher.css';

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a tooltip needs the focus */

type Connection = ConsoleState['connection'];

const styles: Record<Connection['state'], { readonly icon: LucideIcon; readonly word: string; readonly tone: string }> =
  {
    unknown: { icon: CircleDashed, word: 'Not checked yet', tone: 'neutral' },
    starting: { icon: CircleDashed, word: 'Starting', tone: 'neutral' },
    connected: { icon: CircleCheck, word: 'Connected', tone: 'good' },
    offline: { icon: CloudOff, word: 'No connection', tone: 'partial' },
    failing: { icon: CircleAlert, word: 'Service error', tone: 'bad' },
    unauthorized: { icon: KeyRound, word: 'Key rejected', tone: 'bad' },
  };

interface ConnectionLineProps {
  readonly connection: Connection | undefined;
  readonly baseURL: string | null;
}

const ConnectionLine = ({ connection, baseURL }: ConnectionLineProps) => {
  const { icon: Icon, word, tone } = styles[connection?.state ?? 'unknown'];
  const latency = connection?.state === 'connected' ? connection.latencyMs : null;
  const host = hostText(baseURL);
  return (
    <p
      className="connection note rigid"
      tabIndex={0}
      role="group"
      aria-label={`Connection: ${word}${host ? `, ${host}` : ''}`}
      {...tip(host ? `${word}, ${host}` : word, { side: 'right' })}
    >
      <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
      <span className="connection-text shrink">
        <span className="text-main">{word}</span>
        {latency === null ? null : <span className="number"> · {Math.round(latency)} ms</span>}
        <span className="connection-host mono truncate">{host}</span>
      </span>
    </p>
  );
};

const ProfileMenu = lazyPart(() => import('./profile-menu.tsx'), 'ProfileMenu');
const ReadOnlyTag = lazyPart(() => import('../../components/read-only.tsx'), 'ReadOnlyTag');
const AlertBell = lazyPart(() => import('../alerts/alert-bell.tsx'), 'AlertBell');
const WatchButton = lazyPart(() => import('./watch-button.tsx'), 'WatchButton');

type Profile = ConsoleState['profile'];

interface ProfileCardProps {
  readonly profile: Profile | undefined;
  readonly isReadOnly: boolean;
  readonly onShortcuts: () => void;
}

const ProfileCard = ({ profile, isReadOnly, onShortcuts }: ProfileCardProps) => {
  const { openAt, close, button } = useMenuTrigger();
  return (
    <>
      <button className="switcher row rigid" aria-label="Profile" aria-describedby="profile-description" {...button}>
        <ProfileTile profile={profile} />
        <span id="profile-description" className="switcher-words stack grow">
          <span className="switcher-name truncate">{profile?.name}</span>
          {profile ? (
            <span className="profile-tags wrap gap-4">
              <EnvironmentTag environment={profile.environment} />
              {isReadOnly ? <ReadOnlyTag /> : null}
            </span>
          ) : null}
        </span>
        <ChevronsUpDown size={14} className="switcher-chevron muted" aria-hidden="true" />
      </button>
      {openAt && profile ? (
        <ProfileMenu profile={profile} trigger={openAt} onShortcuts={onShortcuts} onClose={close} />
      ) : null}
    </>
  );
};

interface NavNote {
  readonly text: string;
  readonly tone?: 'bad';
}

interface NavLinkProps {
  readonly page: ConsolePage;
  readonly note?: NavNote | null | undefined;
  readonly profileId: string | undefined;
}

const NavLink = ({ page: { to, label, icon: Icon }, note = null, profileId }: NavLinkProps) => {
  const isRail = useRail();
  // Compares only the path, so that changes of the search parameters don't re-render links.
  const isHere = useRouterState({ select: ({ location }) => `${location.pathname}/`.startsWith(`${to}/`) });
  const name = note === null ? label : `${label}, ${note.text}`;
  return (
    <Link
      to={to}
      search={() => savedViewState(profileId, to) as never}
      className="nav-link"
      aria-current={isHere ? 'page' : undefined}
      {...(isRail ? tip(name, { side: 'right' }) : undefined)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="nav-label nav-word">{label}</span>
      {note === null ? null : (
        <span className="nav-count faint text-small nav-word number" data-tone={note.tone}>
          {note.text}
        </span>
      )}
    </Link>
  );
};

type NavNotes = Readonly<Partial<Record<ConsolePage['to'], NavNote | null>>>;

const countNote = (count: number | null): NavNote | null => (count === null ? null : { text: countText(count) });

const useNavNotes = (profileId: string | undefined): NavNotes => {
  const migrations = useKnownTotal('migrations');
  const companies = useKnownTotal('companies');
  const failureCount = useUnseenFailures(profileId);
  return {
    '/migrations': countNote(migrations),
    '/companies': countNote(companies),
    '/requests': failureCount === 0 ? null : { text: `${countText(failureCount)} failed`, tone: 'bad' },
  };
};

const GoToButton = ({ onPress }: { readonly onPress: () => void }) => {
  const isRail = useRail();
  return (
    <button
      type="button"
      className="sidebar-tool go-to row grow"
      aria-label="Go to…"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      {...(isRail ? tip('Go to…', { side: 'right', shortcut: `${commandKey()} K` }) : undefined)}
      onClick={onPress}
    >
      <Search size={14} aria-hidden="true" />
      <span className="go-to-word">Go to…</span>
      <span className="go-to-keys">
        <Kbd>{commandKey()}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
};

const NavGroup = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div className="nav-group stack rigid" role="group" aria-labelledby={id}>
      <span className="nav-group-label nav-word" id={id}>
        {label}
      </span>
      {children}
    </div>
  );
};

interface SidebarProps {
  readonly state: ConsoleState | undefined;
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
}

const last = pageGroups.length - 1;

export const Sidebar = ({ state, onShortcuts, onPalette }: SidebarProps) => {
  const notes = useNavNotes(state?.profile.id);
  return (
    <header className="sidebar stack">
      <ProfileCard profile={state?.profile} isReadOnly={state?.readOnly ?? false} onShortcuts={onShortcuts} />
      <div className="sidebar-tools rigid gap-6">
        <GoToButton onPress={onPalette} />
        <span className="bell-place">
          <AlertBell />
        </span>
      </div>
      <nav className="nav stack" aria-label="Console pages">
        {pageGroups.map(({ head, pages }, index) => {
          const links = pages.map((page) => (
            <NavLink key={page.to} page={page} note={notes[page.to]} profileId={state?.profile.id} />
          ));
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
