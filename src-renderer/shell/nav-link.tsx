import { Link, useMatchRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { countText } from '../components/number-text.ts';
import { tip } from '../components/tooltip/tip.ts';
import { useRail } from './use-rail.ts';
import './nav-link.css';

interface NavLinkProps {
  readonly to: '/migrations' | '/companies' | '/link-tokens' | '/modal-lab' | '/requests' | '/sandbox' | '/settings';
  readonly label: string;
  readonly icon: LucideIcon;
  readonly count?: number | null;
}

/** A page of the console; on the rail its name is in the tooltip. */
export const NavLink = ({ to, label, icon: Icon, count = null }: NavLinkProps) => {
  const isRail = useRail();
  const isHere = Boolean(useMatchRoute()({ to }));
  const name = count === null ? label : `${label}, ${countText(count)}`;
  return (
    <Link
      to={to}
      className="nav-link"
      aria-current={isHere ? 'page' : undefined}
      {...(isRail ? tip(name, { side: 'right' }) : undefined)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="nav-label">{label}</span>
      {count === null ? null : <span className="nav-count number">{countText(count)}</span>}
    </Link>
  );
};
