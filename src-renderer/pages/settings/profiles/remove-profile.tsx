import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { isKeychainFailure } from '../../../components/key-entry/key-words.ts';
import { showToast } from '#ui/messages/toast-store.ts';
import { EnvironmentTag } from '../../../components/tiles/environment-tag.tsx';
import { whatGoes } from './removal-words.ts';

interface RemoveProfileProps {
  readonly profile: ProfileView;
  readonly onClose: () => void;
}

/** Asks before a profile goes, and names what goes with it. */
export const RemoveProfile = ({ profile, onClose }: RemoveProfileProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const { data: removal } = useQuery({
    queryKey: ['console', 'profile-removal', profile.id],
    queryFn: ({ signal }) => api.profiles.removal({ id: profile.id }, { signal }),
    gcTime: 0,
  });
  const { run, busy, error } = useAction(async (_signal, leaveKey: boolean) => {
    await api.profiles.remove({ id: profile.id, leaveKey });
    showToast(`Removed ${profile.name}`, 'done');
    onClose();
    await navigate({ to: '/settings', search: {}, replace: true });
  });
  const words = error ? describeAppError(error) : null;
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
            Remove, leave the key
          </Button>
        ) : undefined
      }
      onConfirm={() => void run(false)}
      onClose={onClose}
    >
      <p>
        {removal ? whatGoes(removal) : null}
        Nothing changes at the service: the key stays valid until it is revoked in the dashboard.
      </p>
      {words ? (
        <p className="wrong" role="alert">
          {words.title}. {words.text}
        </p>
      ) : null}
    </ConfirmDialog>
  );
};
