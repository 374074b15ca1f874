import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AppKey } from '#shared/console-contract/connect-app-calls.ts';
import { Button, copyText, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { SecretDialog } from '#ui/dialogs/secret-dialog.tsx';
import { appErrorOf, useConsole, useRead } from '../../api/console-api.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { isKeychainFailure, maskedKey } from '../../components/key-entry/key-entry.tsx';

const keysKey = ['console', 'connect-app', 'keys'] as const;

const storageWords = { keychain: 'in the keychain', session: 'stored for this session' } as const;

interface CreatedKey {
  readonly id: string;
  readonly apiKey: string;
  readonly storedIn: AppKey['storedIn'];
}

interface KeyListProps {
  readonly keys: readonly AppKey[];
  readonly onCopy: (id: string) => void;
  readonly onRevoke: (key: AppKey) => void;
}

const KeyList = ({ keys, onCopy, onRevoke }: KeyListProps) => (
  <ul className="sandbox-list" aria-label="Sandbox API keys">
    {keys.map((key) => (
      <li key={key.id} className="sandbox-line row">
        <KeyRound size={16} aria-hidden="true" />
        <span className="text-anywhere stack grow">
          <span className="sandbox-line-name">{key.description}</span>
          <span className="sandbox-line-note">
            <span className="mono">{maskedKey(key.lastFour)}</span>
            {key.storedIn === null ? ', not stored on this device' : `, ${storageWords[key.storedIn]}`}
          </span>
        </span>
        {key.storedIn === null ? null : (
          <Button size="small" onPress={() => onCopy(key.id)}>
            Copy as .env
          </Button>
        )}
        <Button size="small" variant="remove" onPress={() => onRevoke(key)}>
          Revoke
        </Button>
      </li>
    ))}
  </ul>
);

export const AppKeys = () => {
  const { api } = useConsole();
  const client = useQueryClient();
  const query = useRead<readonly AppKey[]>(keysKey, (console, options) => console.connectApp.keys({}, options), {
    staleTime: 0,
  });
  const [description, setDescription] = useState('');
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  const [keyToRevoke, setKeyToRevoke] = useState<AppKey | null>(null);
  const show = (keys: readonly AppKey[]) => client.setQueryData(keysKey, keys);
  // Never aborted on unmount, because a key that was created but never shown would be useless.
  const make = useAction(async (_signal, keep: 'keychain' | 'session') => {
    const { id, apiKey, keys } = await api.connectApp.makeKey({ description: description.trim() || 'My app', keep });
    show(keys);
    setCreatedKey({ id, apiKey, storedIn: keys.find((key) => key.id === id)?.storedIn ?? 'session' });
    setDescription('');
  });
  const revoke = useAction(async (_signal, id: string) => void show(await api.connectApp.revokeKey({ id })));
  const copy = useAction(async (signal, id: string) => {
    const { text } = await api.connectApp.environment({ id }, { signal });
    copyText(text, 'as .env');
  });
  const error = make.error ?? revoke.error ?? copy.error ?? (query.error ? appErrorOf(query.error) : null);
  const keys = query.data ?? [];
  return (
    <>
      {keys.length > 0 ? (
        <KeyList keys={keys} onCopy={(id) => void copy.run(id)} onRevoke={setKeyToRevoke} />
      ) : (
        <p className="sandbox-help note">
          A key lets your backend call the Sandbox. The key gives access to sample data only.
        </p>
      )}
      <Form className="sandbox-row" onSubmit={() => void make.run('keychain')}>
        <div className="app-key-field">
          <TextField label="Purpose" placeholder="My app" maxLength={200} value={description} onText={setDescription} />
        </div>
        <Button type="submit" variant="primary" busy={make.busy}>
          Create key
        </Button>
        {make.error && isKeychainFailure(make.error) ? (
          <Button busy={make.busy} onPress={() => void make.run('session')}>
            Keep for this session
          </Button>
        ) : null}
      </Form>
      <ErrorLine className="note text-danger text-anywhere" error={error} hasDetail={false} />
      {createdKey ? (
        <SecretDialog
          title="Save this key now"
          text={`The key is shown once. The Sandbox stores only a hash, ${
            createdKey.storedIn === 'keychain'
              ? 'and your keychain stores the key, so you can copy it as .env later.'
              : 'and this console keeps the key until you quit, so you can copy it as .env until then.'
          }`}
          what="key"
          secret={createdKey.apiKey}
          other={<Button onPress={() => void copy.run(createdKey.id)}>Copy as .env</Button>}
          onClose={() => setCreatedKey(null)}
        />
      ) : null}
      {keyToRevoke ? (
        <ConfirmDialog
          title={`Revoke the key “${keyToRevoke.description}”?`}
          confirm="Revoke"
          tone="danger"
          onConfirm={() => void revoke.run(keyToRevoke.id)}
          onClose={() => setKeyToRevoke(null)}
        >
          <p>Apps that use {maskedKey(keyToRevoke.lastFour)} lose access immediately. This can't be undone.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};
