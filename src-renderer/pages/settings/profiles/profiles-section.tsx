import { useNavigate } from '@tanstack/react-router';
import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { hostText, useProfileList } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ImportProfiles } from '../../../components/dialogs/import-profiles.tsx';
import { maskedKey } from '../../../components/key-entry/use-key-entry.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../../components/tiles/tiles.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { NotesStore } from './notes-store.tsx';

const keyText = ({ builtIn, key }: ProfileView): string => {
  if (builtIn) return 'needs no key';
  if (!key) return 'no key yet';
  return `key ${maskedKey(key.lastFour)}, ${key.refused ? 'rejected' : `${key.ageDays} days old`}`;
};

const ProfileLine = ({ profile, isActive }: { readonly profile: ProfileView; readonly isActive: boolean }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const { run } = useAction(async () => void (await api.profiles.switch({ id: profile.id })));
  return (
    <li className="profile-line row">
      <ProfileTile profile={profile} />
      <div className="profile-line-words stack">
        <span className="profile-line-name row">
          <strong className="truncate">{profile.name}</strong>
          <EnvironmentTag environment={profile.environment} />
        </span>
        <span className="profile-line-about hint">
          <span className="mono">{hostText(profile.baseURL) ?? 'no base URL yet'}</span>, {keyText(profile)}
        </span>
      </div>
      {isActive ? (
        <span className="profile-active row">
          <Check size={14} aria-hidden="true" />
          Active
        </span>
      ) : (
        <Button size="small" onPress={() => void run()}>
          {`Switch to ${profile.name}`}
        </Button>
      )}
      <Button size="small" onPress={() => void navigate({ to: '/settings', search: { profile: profile.id } })}>
        {profile.builtIn ? 'Show' : `Edit ${profile.name}`}
      </Button>
    </li>
  );
};

export const ProfilesSection = () => {
  const list = useProfileList();
  const [isExportOpen, setIsExportOpen] = useState(false);
  if (!list) return null;
  const userProfiles = list.profiles.filter(({ builtIn }) => !builtIn);
  return (
    <>
      <section className="settings-section" aria-labelledby="profiles-title">
        <h2 id="profiles-title">All profiles</h2>
        <p className="settings-help">
          Each profile is one base URL with one key. Profiles and keys stay on this device.
        </p>
        <ul className="settings-card profile-lines">
          {list.profiles.map((profile) => (
            <ProfileLine key={profile.id} profile={profile} isActive={profile.id === list.activeId} />
          ))}
        </ul>
        <div className="settings-actions row">
          <Button
            icon={Download}
            disabledBecause={
              userProfiles.length === 0 ? "No profiles to export. The built-in Sandbox can't be exported." : null
            }
            onPress={() => setIsExportOpen(true)}
          >
            Export all
          </Button>
          <span className="settings-note note">without keys</span>
          <ImportProfiles className="button secondary regular" />
        </div>
        {isExportOpen ? (
          <ExportDialog ids={userProfiles.map(({ id }) => id)} onClose={() => setIsExportOpen(false)} />
        ) : null}
      </section>
      <NotesStore />
    </>
  );
};
