import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import {
  Building,
  Plus,
  Database,
  FileText,
  IdCard,
  Info,
  Network,
  ShieldCheck,
  SunMoon,
  UsersRound,
  type LucideIcon,
  Copy,
  FolderOpen,
  TriangleAlert,
} from 'lucide-react';
import type { SettingsView } from '#shared/console-contract/settings-calls.ts';
import { Button, CopyButton, copyText } from '#ui/controls/controls.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { shortClockText } from '#ui/values/times.tsx';
import { useProfilesRead } from '../../api/profiles.ts';
import { useSettingsRead, useSettingsView } from '../../api/settings.ts';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { newProfile, ProfileSection } from './profiles/profile-section.tsx';
import { ProfilesSection } from './profiles/profiles-section.tsx';
import { SelfCheckSection } from './self-check-section.tsx';
import './settings-page.css';
import type { SettingsSection } from './settings-search.ts';
import { hasReadFailed, SettingsError } from './settings-error.tsx';
import { LazyCrashReports } from '../../components/support-bundle/lazy-dialogs.ts';
import '../../components/part-nav.css';
import { type ComponentType, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsole } from '../../api/console-api.ts';
import { useAction } from '../../api/use-action.ts';
import '../../components/messages/error-line.css';

const SettingsPath = ({ name, path }: { readonly name: string; readonly path: string }) => (
  <span className="settings-path row hint">
    {name} <span className="shrink text-main text-anywhere mono">{path}</span>
    <CopyButton text={path} label={`Copy the path of the ${name.toLowerCase()}`} />
  </span>
);

/** Collects information for support. Contains no key, token or service data. */
const SupportSection = () => {
  const { api } = useConsole();
  const file = useSettingsView()?.file;
  const [folder, setFolder] = useState<string | null>(null);
  const [showsCrashes, setShowsCrashes] = useState(false);
  const diagnostics = useAction(async (signal) => {
    const text = api.diagnostics.text({}, { signal }).then((reply) => reply.text);
    copyText(text, 'the diagnostics');
    await text;
  });
  const openLogs = useAction(async () => {
    const reply = await api.diagnostics.openLogs({});
    setFolder(reply.folder);
  });
  const error = diagnostics.error ?? openLogs.error;
  return (
    <section className="settings-section" aria-labelledby="support-title">
      <h2 id="support-title">Log and support</h2>
      <p className="settings-help note">The log stays on this device and never contains keys or tokens.</p>
      <div className="settings-actions row">
        <Button icon={Copy} busy={diagnostics.busy} onPress={() => void diagnostics.run()}>
          Copy diagnostics
        </Button>
        <Button icon={FolderOpen} onPress={() => void openLogs.run()}>
          Open log folder
        </Button>
        <Button icon={TriangleAlert} onPress={() => setShowsCrashes(true)}>
          Show crash reports
        </Button>
      </div>
      <output className="settings-paths">
        {folder === null ? null : <SettingsPath name="Log folder" path={folder} />}
        {error ? <span className="error-line">{describeAppError(error).title}.</span> : null}
      </output>
      {showsCrashes ? <LazyCrashReports onClose={() => setShowsCrashes(false)} /> : null}
      {file === undefined ? null : <SettingsPath name="Settings file" path={file} />}
    </section>
  );
};

const sections: readonly {
  readonly id: SettingsSection;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly Section: ComponentType<{ readonly id: string | undefined }>;
}[] = [
  { id: 'profile', label: 'Profile and key', icon: IdCard, Section: ProfileSection },
  { id: 'profiles', label: 'All profiles', icon: UsersRound, Section: ProfilesSection },
  { id: 'network', label: 'Network', icon: Network, Section: NetworkSection },
  { id: 'appearance', label: 'Appearance', icon: SunMoon, Section: AppearanceSection },
  { id: 'data', label: 'Data and refresh', icon: Database, Section: DataSection },
  { id: 'support', label: 'Log and support', icon: FileText, Section: SupportSection },
  { id: 'self-check', label: 'Self-check', icon: ShieldCheck, Section: SelfCheckSection },
  { id: 'about', label: 'About', icon: Info, Section: AboutSection },
];

/** In narrow windows, the links are in a scrolling row, so scroll to the current link. */
const showLink = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const SectionNav = ({ section }: { readonly section: SettingsSection }) => (
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
        className="section-link gap-8 text-nowrap row part-link inset-focus muted rigid"
        aria-current={id === section ? 'page' : undefined}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </Link>
    ))}
  </nav>
);

export const ManagedNotice = ({ view }: { readonly view: SettingsView }) => {
  const { managed } = view;
  const rules = [
    managed.readOnly ? 'The console creates no data.' : null,
    managed.networkLimited ? 'The console calls only the managed profiles and the Sandbox.' : null,
    managed.preferences.length > 0 ? "You can't change the preferences that your administrator set." : null,
  ].filter((rule) => rule !== null);
  return (
    <>
      {managed.problem === null ? null : (
        <Banner
          tone="warning"
          icon={Building}
          title="This device's configuration is faulty."
          details={
            <>
              <ul>
                {managed.problem.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
              <p>{managed.problem.meanwhile}</p>
            </>
          }
        >
          {managed.problem.summary}
        </Banner>
      )}
      {managed.problem === null && managed.file !== null ? (
        <Banner tone="info" icon={Building} title="Your administrator manages this console.">
          {rules.map((rule) => `${rule} `).join('')}
          <span className="mono">{managed.file}</span>
        </Banner>
      ) : null}
    </>
  );
};

export const SettingsPage = () => {
  const { section = 'profile', profile } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  const query = useSettingsRead();
  const profiles = useProfilesRead();
  const failedQuery = [query, profiles].find(hasReadFailed);
  const settings = query.data;
  const { Section } = sections.find(({ id }) => id === section) ?? { Section: ProfileSection };
  return (
    <div className="settings fill stack">
      <PageHead
        title="Settings"
        actions={
          <>
            {settings?.savedAt ? (
              <span className="settings-saved muted number">Saved at {shortClockText(new Date(settings.savedAt))}</span>
            ) : null}
            <Button icon={Plus} onPress={() => void navigate({ to: '/settings', search: { profile: newProfile } })}>
              Add profile
            </Button>
          </>
        }
      />
      {settings ? <ManagedNotice view={settings} /> : null}
      <div className="part-columns fill">
        <SectionNav section={section} />
        <div className="settings-body fill">
          {failedQuery ? <SettingsError read={failedQuery} /> : <Section id={profile} />}
        </div>
      </div>
    </div>
  );
};
