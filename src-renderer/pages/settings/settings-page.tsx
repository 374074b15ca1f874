import { useNavigate, useSearch } from '@tanstack/react-router';
import { Building, Plus } from 'lucide-react';
import type { SettingsView } from '#shared/console-contract/settings-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { shortClockText } from '#ui/values/time-text.ts';
import { useProfilesRead } from '../../api/profiles.ts';
import { useSettingsRead } from '../../api/settings.ts';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import './facts-sections.css';
import { NetworkSection } from './network-section.tsx';
import './profiles/profile-section.css';
import { newProfile, ProfileSection } from './profiles/profile-section.tsx';
import { ProfilesSection } from './profiles/profiles-section.tsx';
import { SectionNav } from './section-nav.tsx';
import { SelfCheckSection } from './self-check-section.tsx';
import './settings-page.css';
import type { SettingsSection } from './settings-search.ts';
import { SupportSection } from './support-section.tsx';
import { isUnread, UnreadSettings } from './unread-settings.tsx';

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

const Section = ({ section, profile }: { readonly section: SettingsSection; readonly profile: string | undefined }) => {
  switch (section) {
    case 'profile':
      return <ProfileSection id={profile} />;
    case 'profiles':
      return <ProfilesSection />;
    case 'network':
      return <NetworkSection id={profile} />;
    case 'appearance':
      return <AppearanceSection />;
    case 'data':
      return <DataSection />;
    case 'support':
      return <SupportSection />;
    case 'self-check':
      return <SelfCheckSection />;
    case 'about':
      return <AboutSection />;
  }
};

export const SettingsPage = () => {
  const { section = 'profile', profile } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  const query = useSettingsRead();
  const profiles = useProfilesRead();
  const unreadQuery = [query, profiles].find(isUnread);
  const settings = query.data;
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
      <div className="part-columns">
        <SectionNav section={section} />
        <div className="settings-body fill">
          {unreadQuery ? <UnreadSettings read={unreadQuery} /> : <Section section={section} profile={profile} />}
        </div>
      </div>
    </div>
  );
};
