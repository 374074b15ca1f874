import { AppWindow, ArrowLeftRight, Box, Building2, Settings, Ship, Ticket } from 'lucide-react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useKnownTotal } from '../components/listing/use-known-total.ts';
import { ConnectionLine } from './connection-line.tsx';
import { NavGroup } from './nav-group.tsx';
import { NavLink } from './nav-link.tsx';
import { ProfileCard } from './profile-card.tsx';
import './sidebar.css';

interface SidebarProps {
  /** undefined until first known. */
  readonly state: ConsoleState | undefined;
  readonly onShortcuts: () => void;
}

/** Profile, pages and connection; a rail of icons where the window is narrow. */
export const Sidebar = ({ state, onShortcuts }: SidebarProps) => (
  <header className="sidebar">
    <ProfileCard profile={state?.profile} onShortcuts={onShortcuts} />
    <nav className="nav" aria-label="Pages of the console">
      <NavLink to="/migrations" label="Migrations" icon={Ship} count={useKnownTotal('migrations')} />
      <NavLink to="/companies" label="Companies" icon={Building2} count={useKnownTotal('companies')} />
      <NavGroup label="Try the flow">
        <NavLink to="/link-tokens" label="Link tokens" icon={Ticket} />
        <NavLink to="/modal-lab" label="Modal lab" icon={AppWindow} />
      </NavGroup>
      <NavGroup label="Inspect">
        <NavLink to="/requests" label="Requests" icon={ArrowLeftRight} />
        <NavLink to="/sandbox" label="Sandbox" icon={Box} />
      </NavGroup>
      <span className="nav-space" />
      <NavLink to="/settings" label="Settings" icon={Settings} />
    </nav>
    <ConnectionLine connection={state?.connection} baseURL={state?.profile.baseURL ?? null} />
  </header>
);
