import { Link } from '@tanstack/react-router';
import {
  Database,
  FileText,
  IdCard,
  Info,
  Network,
  ShieldCheck,
  SunMoon,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import '../../components/part-nav.css';
import type { SettingsSection } from './settings-search.ts';

const sections: readonly { readonly id: SettingsSection; readonly label: string; readonly icon: LucideIcon }[] = [
  { id: 'profile', label: 'Profile and key', icon: IdCard },
  { id: 'profiles', label: 'All profiles', icon: UsersRound },
  { id: 'network', label: 'Network', icon: Network },
  { id: 'appearance', label: 'Appearance', icon: SunMoon },
  { id: 'data', label: 'Data and refresh', icon: Database },
  { id: 'support', label: 'Log and support', icon: FileText },
  { id: 'self-check', label: 'Self-check', icon: ShieldCheck },
  { id: 'about', label: 'About', icon: Info },
];

/** In narrow windows, the links are in a scrolling row, so scroll to the current link. */
const showLink = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export const SectionNav = ({ section }: { readonly section: SettingsSection }) => (
  <nav className="section-nav part-nav stack rigid" aria-label="Settings sections">
    {sections.map(({ id, label, icon: Icon }) => (
      <Link
        key={id}
        to="/settings"
        search={(before) => ({
          ...(id === 'network' && before.profile ? { profile: before.profile } : {}),
          section: id,
        })}
        ref={id === section ? showLink : undefined}
        className="section-link row part-link inset-focus muted rigid"
        aria-current={id === section ? 'page' : undefined}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </Link>
    ))}
  </nav>
);
