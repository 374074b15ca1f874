import { Link, useRouterState } from '@tanstack/react-router';
import { tip } from '#ui/tooltip/tip.ts';
import { savedViewState } from '../../components/listing/kept-views.ts';
import type { ConsolePage } from './console-pages.ts';
import { useRail } from './use-rail.ts';
import '#ui/sidebar/nav.css';
import './nav-link.css';

export interface NavNote {
  readonly text: string;
  readonly tone?: 'bad';
}

interface NavLinkProps {
  readonly page: ConsolePage;
  readonly note?: NavNote | null | undefined;
  readonly profileId: string | undefined;
}

export const NavLink = ({ page: { to, label, icon: Icon }, note = null, profileId }: NavLinkProps) => {
  const isRail = useRail();
  // Compares only the path, so that page changes, which affect the search, don't re-render links.
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
        <span className="nav-count nav-word number" data-tone={note.tone}>
          {note.text}
        </span>
      )}
    </Link>
  );
};
