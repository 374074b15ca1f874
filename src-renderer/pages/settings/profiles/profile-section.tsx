import { useNavigate } from '@tanstack/react-router';
import { Box } from 'lucide-react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useProfileList } from '../../../api/profile-list.ts';
import { Button } from '#ui/controls/button.tsx';
import { KeyCard } from '../key/key-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileEnd } from './profile-end.tsx';
import { newProfile } from '../settings-search.ts';
import { useEditedProfile } from './use-edited-profile.ts';

/** The built-in profile has nothing to fill in. */
const SandboxProfile = ({ profile }: { readonly profile: ProfileView }) => {
  const navigate = useNavigate();
  return (
    <section className="settings-section" aria-labelledby="profile-title">
      <h2 id="profile-title">Sandbox</h2>
      <p className="settings-help">The Ferry Service on this computer. It needs no key and stays as it is.</p>
      <div className="settings-card sandbox-profile">
        <Box size={20} aria-hidden="true" />
        <div>
          <strong>{profile.baseURL === null ? 'It has no address yet' : 'It runs on this computer'}</strong>
          <p className="mono">{profile.baseURL}</p>
        </div>
      </div>
      <p className="settings-actions">
        <Button variant="primary" onPress={() => void navigate({ to: '/welcome' })}>
          Connect your organization
        </Button>
      </p>
    </section>
  );
};

/** One profile: its fields, its key, and the way out. */
export const ProfileSection = ({ id }: { readonly id: string | undefined }) => {
  const known = useProfileList() !== undefined;
  const profile = useEditedProfile(id);
  if (id === newProfile) {
    return known ? (
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
      <ProfileEnd profile={profile} />
    </div>
  );
};
