import { Check, Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { FileButton } from '#ui/controls/form.tsx';
import { countText, countedText } from '#ui/values/number-text.ts';
import { type ConsoleApi, live, useConsole, useRead } from '../../../api/console-api.ts';
import { hostText, useConsoleState, useProfileList } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { showSaved } from '../../../components/show-saved.ts';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { useNavigate } from '@tanstack/react-router';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { ImportProfiles } from '../../../components/dialogs/import-profiles.tsx';
import { maskedKey } from '../../../components/key-entry/key-entry.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../../components/tiles/tiles.tsx';
import { ExportDialog } from './export-dialog.tsx';

type ImportResult = Awaited<ReturnType<ConsoleApi['triage']['import']>>;

export const importWords = ({ changed, unchanged, unreadable, replacedNotes, keptNotes }: ImportResult): string[] => [
  changed === 0
    ? 'The file contains no new notes or marks.'
    : `Imported notes or marks for ${countedText(changed, 'migration')}.`,
  ...(unchanged > 0 && changed > 0 ? [`${countedText(unchanged, 'migration')} unchanged.`] : []),
  ...(replacedNotes > 0 ? [`Newer versions in the file replaced ${countedText(replacedNotes, 'note')}.`] : []),
  ...(keptNotes > 0 ? [`Kept your newer version of ${countedText(keptNotes, 'note')}.`] : []),
  ...(unreadable > 0 ? [`Unreadable entries skipped: ${countText(unreadable)}.`] : []),
];

const NotesStore = () => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const [importResult, setImportResult] = useState<ImportResult | null>(null);
  const query = useRead(['triage', 'count'], (console, options) => console.triage.count({}, options), live);
  const exportNotes = useAction(async () => void showSaved(await api.triage.export({})));
  const importNotes = useAction(async (_signal, file: File) => {
    setImportResult(null);
    setImportResult(await api.triage.import({ text: await file.text() }));
  });
  const { data } = query;
  const emptyText = data?.entries === 0 ? 'No notes or marks yet' : null;
  return (
    <section className="settings-section" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes and handled marks</h2>
      <p className="settings-help note number">
        Stored on this device.{' '}
        {data ? `${profile} has notes or marks for ${countedText(data.entries, 'migration')}. ` : ''}
        Export them for a colleague or another device. If two notes conflict, the newer one wins.
      </p>
      <div className="settings-actions row">
        <Button
          icon={Download}
          busy={exportNotes.busy}
          disabledBecause={exportNotes.busy ? 'In progress' : emptyText}
          onPress={() => void exportNotes.run()}
        >
          Export notes
        </Button>
        <FileButton
          icon={Upload}
          busy={importNotes.busy}
          disabledBecause={importNotes.busy ? 'In progress' : null}
          fileLabel="Notes file"
          onFile={(file) => void importNotes.run(file)}
        >
          Import notes
        </FileButton>
      </div>
      <output className="settings-help note number">
        {importNotes.busy ? 'Reading the file…' : null}
        {importResult && !importNotes.error ? importWords(importResult).join(' ') : null}
      </output>
      <ErrorLine error={importNotes.error ?? exportNotes.error} />
    </section>
  );
};

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
        <span className="gap-8 shrink row">
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
        <p className="settings-help note">
          Each profile is one base URL with one key. Profiles and keys stay on this device.
        </p>
        <ul className="settings-card outlined profile-lines ruled">
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
