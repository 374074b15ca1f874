import { useNavigate } from '@tanstack/react-router';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileDataItem, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { useConsole, useRead } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { isKeychainFailure, maskedKey } from '../../../components/key-entry/key-entry.tsx';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ArrowRightLeft, Box, Download } from 'lucide-react';
import { useState } from 'react';
import { useProfileList } from '../../../api/profiles.ts';
import { KeyCard } from '../key/key-card.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TicketTemplateCard } from './ticket-template-card.tsx';

/** Singular, plural, and the words for an unknown count. */
const words: Record<ProfileDataItem['kind'], readonly [string, string, string]> = {
  timeline: ['timeline entry', 'timeline entries', 'its timeline'],
  views: ['saved view', 'saved views', 'its saved views'],
  triage: ['migration with a note or a handled mark', 'migrations with a note or a handled mark', 'its notes'],
  alerts: ['alert', 'alerts', 'its alerts'],
  proofs: ['token-lab run', 'token-lab runs', 'its token-lab runs'],
  listened: ['received event', 'received events', 'its received events'],
  watches: ['watched migration', 'watched migrations', 'its watched migrations'],
};

const nameOf = ({ kind, count }: ProfileDataItem): string => {
  const [one, many, some] = words[kind];
  return count === null ? some : countedText(count, one, many);
};

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface Removal {
  readonly key: Pick<KeyView, 'lastFour' | 'storage'> | null;
  readonly profileData: readonly ProfileDataItem[];
}

/** Lists the data that is deleted with a profile, as one sentence with a trailing space. Empty if there is none. */
export function deletionSummary({ key, profileData }: Removal): string {
  const place = key?.storage === 'keychain' ? ' in the keychain' : '';
  const removedItems = [...(key ? [`the key ${maskedKey(key.lastFour)}${place}`] : []), ...profileData.map(nameOf)];
  if (removedItems.length === 0) return '';
  return `This also deletes ${listFormat.format(removedItems)}. `;
}

interface RemoveProfileProps {
  readonly profile: ProfileView;
  readonly onClose: () => void;
}

const RemoveProfile = ({ profile, onClose }: RemoveProfileProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const { data: removal } = useRead(
    ['console', 'profile-removal', profile.id],
    (console, options) => console.profiles.removal({ id: profile.id }, options),
    { gcTime: 0 },
  );
  const { run, busy, error } = useAction(async (_signal, leaveKey: boolean) => {
    await api.profiles.remove({ id: profile.id, leaveKey });
    showToast(`Removed ${profile.name}`, 'done');
    onClose();
    await navigate({ to: '/settings', search: {}, replace: true });
  });
  return (
    <ConfirmDialog
      title={`Remove ${profile.name}?`}
      confirm="Remove"
      tone="danger"
      busy={busy}
      tag={<EnvironmentTag environment={profile.environment} />}
      other={
        error && isKeychainFailure(error) ? (
          <Button variant="remove" onPress={() => void run(true)}>
            Remove and keep the key
          </Button>
        ) : undefined
      }
      onConfirm={() => void run(false)}
      onClose={onClose}
    >
      <p>
        {removal ? deletionSummary(removal) : null}
        Nothing changes at the service: the key stays valid until it is revoked in the dashboard.
      </p>
      <ErrorLine className="text-danger" error={error} hasDetail={false} />
    </ConfirmDialog>
  );
};

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
      <p className="settings-help note">
        The Ferry Service on this device. The Sandbox needs no key and can't be changed.
      </p>
      <div className="settings-card outlined sandbox-profile">
        <Box size={20} aria-hidden="true" />
        <div>
          <strong>{profile.baseURL === null ? 'No base URL yet' : 'Runs on this device'}</strong>
          <p className="muted mono">{profile.baseURL}</p>
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
      {profile.lockedFields.length > 0 ? null : <TicketTemplateCard profile={profile} />}
      <ProfileActions profile={profile} />
    </div>
  );
};
