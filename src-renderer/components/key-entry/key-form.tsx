import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { isFocusTaken } from '#ui/keys/lent-focus.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { durationText } from '#ui/values/times.tsx';
import { useConsole } from '../../api/console-api.ts';
import { readServiceAgain } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { isKeychainFailure, KeyField, keyProblemText } from './key-entry.tsx';

const warningTexts = {
  no_production_prefix: "This key doesn't have the production prefix. Check that it is a production key.",
  production_key_elsewhere: "This is a production key, but the profile isn't marked as production.",
} as const;

interface KeyFormProps {
  readonly profile: Pick<ProfileView, 'id' | 'key'>;
  readonly takesFocus: boolean;
  readonly noKeychain?: boolean;
  readonly help?: string | null;
  readonly onDone?: () => void;
  readonly onCancel?: (() => void) | undefined;
}

export const KeyForm = ({ profile, takesFocus, noKeychain = false, help, onDone, onCancel }: KeyFormProps) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const fieldRef = useRef<HTMLInputElement>(null);
  const { run, busy, error, forgetError } = useAction(async (_signal, storage: KeyView['storage']) => {
    const field = fieldRef.current;
    if (!field) return;
    // Not aborted on unmount, because the "key stored" event may remove the form before the response arrives.
    const stored = await api.apiKey.set({
      profileId: profile.id,
      key: field.value,
      storage,
      replace: profile.key !== null,
    });
    field.value = '';
    void readServiceAgain(client);
    const [warning] = stored.warnings;
    if (warning) showToast(warningTexts[warning], 'note');
    else showToast(`The key was accepted in ${durationText(stored.latencyMs)}`, 'done');
    onDone?.();
  });
  const submit = (storage: KeyView['storage']): void => {
    if (fieldRef.current?.value) void run(storage);
    else fieldRef.current?.focus();
  };
  useEffect(() => {
    if (takesFocus && !isFocusTaken()) fieldRef.current?.focus();
  }, [takesFocus]);
  // If the keychain couldn't store the accepted key, the user may keep it for this session.
  const isForSession = noKeychain || (error !== null && isKeychainFailure(error));
  const problem = error && keyProblemText(error);
  const obstacle = busy ? 'Checking the key' : null;
  const verb = profile.key ? 'Check and replace' : 'Check and store';
  return (
    <Form className="key-form" onSubmit={() => submit(noKeychain ? 'session' : 'keychain')}>
      <KeyField
        inputRef={fieldRef}
        label={profile.key ? 'New API key' : 'API key'}
        onEdit={forgetError}
        problem={problem}
        help={help}
      />
      <output className="visually-hidden">{obstacle ?? problem}</output>
      <div className="key-actions wrap gap-8 row">
        {isForSession ? (
          <Button
            type={noKeychain ? 'submit' : 'button'}
            variant="primary"
            disabledBecause={obstacle}
            onPress={() => (noKeychain ? undefined : submit('session'))}
          >
            Keep for this session
          </Button>
        ) : null}
        {noKeychain ? null : (
          <Button type="submit" variant={isForSession ? 'secondary' : 'primary'} disabledBecause={obstacle}>
            {obstacle ?? verb}
          </Button>
        )}
        {onCancel ? <Button onPress={onCancel}>Cancel</Button> : null}
      </div>
    </Form>
  );
};
