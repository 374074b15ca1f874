import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Download } from 'lucide-react';
import { useState } from 'react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useProfileList } from '../../../api/profile-list.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { RemoveProfile } from './remove-profile.tsx';

/** What can be done with a whole profile: look at it, hand it on without its key, remove it. */
export const ProfileEnd = ({ profile }: { readonly profile: ProfileView }) => {
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
    <div className="settings-actions profile-end">
      {activeId === profile.id ? null : (
        <Button icon={ArrowRightLeft} onPress={() => void run()}>
          Switch to this profile
        </Button>
      )}
      <Button icon={Download} onPress={() => setDialog('export')}>
        Export profile
      </Button>
      <span className="settings-note">without the key</span>
      {profile.lockedFields.length > 0 ? null : (
        <span className="profile-remove">
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
