import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Box, Download } from 'lucide-react';
import { useState } from 'react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { useConsole } from '../../../api/console-context.tsx';
import { useProfileList } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { KeyCard } from '../key/key-card.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ProfileForm } from './profile-form.tsx';
import { RemoveProfile } from './remove-profile.tsx';

export const newProfile = 'new';

export const useEditedProfile = (id: string | undefined): ProfileView | undefined => {
  const list = useProfileList();
  if (!list) return undefined;
  const { profiles, activeId } = list;
  return profiles.find((profile) => profile.id === id) ?? profiles.find((profile) => profile.id === activeId);
};

const ProfileActions = ({ profile }: { readonly profile: ProfileView }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const activeId = useProfileList()?.activeId;
  const [dialog, setDialog] = useState<'export' | 'remove' | null>(null);
  const { run } = useAction(async () => {
    await api.profiles.switch({ id: profile.id });
    await navigate({ to: '/migrations' });
  });
  const close = (): void => setDialog(null);
  return (
    <div className="settings-actions row profile-end">
      {activeId === profile.id ? null : (
        <Button icon={ArrowRightLeft} onPress={() => void run()}>
          Switch to this profile
        </Button>
      )}
      <Button icon={Download} onPress={() => setDialog('export')}>
        Export profile
      </Button>
      <span className="settings-note note">without the key</span>
      {profile.lockedFields.length > 0 ? null : (
        <span className="push-end">
          <Button variant="remove" onPress={() => setDialog('remove')}>
            Remove profile
          </Button>
        </span>
      )}
      {dialog === 'export' ? <ExportDialog ids={[profile.id]} onClose={close} /> : null}
      {dialog === 'remove' ? <RemoveProfile profile={profile} onClose={close} /> : null}
    </div>
  );
};

const SandboxProfile = ({ profile }: { readonly profile: ProfileView }) => {
  const navigate = useNavigate();
  return (
    <section className="settings-section" aria-labelledby="profile-title">
      <h2 id="profile-title">Sandbox</h2>
      <p className="settings-help">The Ferry Service on this device. The Sandbox needs no key and can't be changed.</p>
      <div className="settings-card sandbox-profile">
        <Box size={20} aria-hidden="true" />
        <div>
          <strong>{profile.baseURL === null ? 'No base URL yet' : 'Runs on this device'}</strong>
          <p className="mono">{profile.baseURL}</p>
        </div>
      </div>
      <p className="settings-actions row">
        <Button variant="primary" onPress={() => void navigate({ to: '/welcome', search: { start: 'connect' } })}>
          Connect your organization
        </Button>
      </p>
    </section>
  );
};

export const ProfileSection = ({ id }: { readonly id: string | undefined }) => {
  const isKnown = useProfileList() !== undefined;
  const profile = useEditedProfile(id);
  if (id === newProfile) {
    return isKnown ? (
      <div key={newProfile} className="settings-section">
        <ProfileForm profile={null} />
      </div>
    ) : null;
  }
  if (!profile) return null;
  if (profile.builtIn) return <SandboxProfile profile={profile} />;
  return (
    <div key={profile.id} className="settings-section">
      <ProfileForm profile={profile} />
      <KeyCard profile={profile} />
      <ProfileActions profile={profile} />
    </div>
  );
};
