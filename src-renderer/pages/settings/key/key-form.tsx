import { useEffect } from 'react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { KeyField, keyProblemText, useKeyEntry } from '../../../components/key-entry/key-entry.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { durationText } from '#ui/values/times.tsx';

interface KeyFormProps {
  readonly profile: ProfileView;
  readonly noKeychain: boolean;
  readonly onDone: () => void;
  readonly onCancel: (() => void) | undefined;
}

export const KeyForm = ({ profile, noKeychain, onDone, onCancel }: KeyFormProps) => {
  const { fieldRef, submit, busy, error, canKeepForSession, forgetError } = useKeyEntry({
    profileId: profile.id,
    replace: profile.key !== null,
    onStored: ({ warning, latencyMs }) => {
      showToast(warning ?? `The key was accepted in ${durationText(latencyMs)}`, warning ? 'note' : 'done');
      onDone();
    },
  });
  const isOpenedByUser = onCancel !== undefined;
  useEffect(() => {
    if (isOpenedByUser) fieldRef.current?.focus();
  }, [fieldRef, isOpenedByUser]);
  const isForSession = noKeychain || canKeepForSession;
  const verb = profile.key ? 'Check and replace' : 'Check and store';
  return (
    <Form className="key-form" onSubmit={() => submit(noKeychain ? 'session' : 'keychain')}>
      <KeyField
        inputRef={fieldRef}
        label={profile.key ? 'New API key' : 'API key'}
        placeholder="Paste the key from the dashboard"
        onEdit={forgetError}
        problem={error ? keyProblemText(error) : null}
        help={profile.key ? 'The old key stays until the console has stored the new one.' : null}
      />
      <output className="visually-hidden">{busy ? 'Checking the key' : error ? keyProblemText(error) : ''}</output>
      <div className="settings-actions row">
        {isForSession ? (
          <Button
            type={noKeychain ? 'submit' : 'button'}
            variant="primary"
            disabledBecause={busy ? 'Checking the key' : null}
            onPress={() => (noKeychain ? undefined : submit('session'))}
          >
            Keep for this session
          </Button>
        ) : null}
        {noKeychain ? null : (
          <Button
            type="submit"
            variant={isForSession ? 'secondary' : 'primary'}
            disabledBecause={busy ? 'Checking the key' : null}
          >
            {busy ? 'Checking the key' : verb}
          </Button>
        )}
        {onCancel ? <Button onPress={onCancel}>Cancel</Button> : null}
      </div>
    </Form>
  );
};
