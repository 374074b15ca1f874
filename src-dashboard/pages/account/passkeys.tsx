import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useAction } from '#ui/state/use-action.ts';
import { sentenceOf } from '../../api/call.ts';
import { hasPasskeys, isNamed, makePasskey } from '../../api/device.ts';
import { useChange, useRead } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { ReadStates } from '../../components/read-states.tsx';
import { Since } from '../../components/times.tsx';
import { browserName } from '../../components/browser-name.ts';
import { OwnPassword } from '../../components/own-password.tsx';

type Passkey = CallReply<'readPasskeys'>[number];

const AddPasskey = ({ onClose }: { readonly onClose: () => void }) => {
  const add = useChange('addPasskey');
  const [password, setPassword] = useState('');
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const {
    run: make,
    busy,
    error,
  } = useAction(async (_signal, options: CallReply<'beginPasskey'>) => {
    const credential = await makePasskey(options);
    await add.send({ body: { name, credential } }, () => {
      onClose();
      showToast(`Passkey “${name.trim()}” added`, 'done');
    });
  }, sentenceOf);
  return (
    <FormDialog
      title="Add a passkey?"
      confirm="Continue"
      call="beginPasskey"
      sent={{ body: { password } }}
      incomplete={(password === '' && 'Enter your password first') || (name.trim() === '' && 'Enter a name first')}
      busy={busy}
      problem={error ?? add.problem}
      onDone={(options) => void make(options)}
      text="Your device asks for a fingerprint, face or PIN. The passkey then signs you in without a password or code."
      onClose={onClose}
    >
      <OwnPassword value={password} onChange={setPassword} />
      <TextField label="Name" help="Shown in your list of passkeys." maxLength={60} value={name} onText={setName} />
    </FormDialog>
  );
};

const unavailableReason = hasPasskeys
  ? null
  : isNamed
    ? "This browser doesn't support passkeys."
    : "Passkeys need a host name in the dashboard's URL, such as localhost.";

export const Passkeys = () => {
  const query = useRead('readPasskeys');
  const [openedDialog, setOpenedDialog] = useState<Passkey | 'add' | null>(null);
  const close = (): void => setOpenedDialog(null);
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <ReadStates query={query} what="The passkeys">
        {(passkeys) => (
          <>
            {passkeys.length === 0 ? (
              <p className="section-lead">No passkeys yet. A passkey signs you in without a password or code.</p>
            ) : (
              <ul className="passkey-list">
                {passkeys.map((passkey) => (
                  <li key={passkey.id}>
                    <KeyRound size={16} aria-hidden="true" />
                    <span className="passkey-words grow">
                      <strong>{passkey.name}</strong>
                      <span className="hint">
                        added <Since time={passkey.created} />
                        {passkey.lastUsed === null ? ', not used yet' : null}
                        {passkey.lastUsed === null ? null : (
                          <>
                            , used <Since time={passkey.lastUsed} />
                          </>
                        )}
                      </span>
                    </span>
                    <Button size="small" variant="remove" onPress={() => setOpenedDialog(passkey)}>
                      Remove…
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {unavailableReason === null ? null : <p className="section-lead">{unavailableReason}</p>}
            <Button size="small" disabledBecause={unavailableReason} onPress={() => setOpenedDialog('add')}>
              Add a passkey…
            </Button>
          </>
        )}
      </ReadStates>
      {openedDialog === 'add' ? <AddPasskey onClose={close} /> : null}
      {openedDialog === null || openedDialog === 'add' ? null : (
        <FormDialog
          call="removePasskey"
          sent={{ params: { passkey: openedDialog.id } }}
          title={`Remove the passkey “${openedDialog.name}”?`}
          confirm="Remove"
          tone="danger"
          done={`Passkey “${openedDialog.name}” removed`}
          text="You won't be able to sign in with this passkey. Your device may keep offering it until you delete it there."
          onClose={close}
        />
      )}
    </section>
  );
};
