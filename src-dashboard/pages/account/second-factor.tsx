import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button, copyText, TextField } from '#ui/controls/controls.tsx';
import { ListDialog } from '#ui/dialogs/dialogs.tsx';
import { useRead } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { ReadStates } from '../../components/read-states.tsx';
import { OwnPassword } from '../../components/own-password.tsx';
import { encode } from 'uqr';

/** Width of the white margin in modules. QR scanners need it to find the code. */
const quietZone = 4;

/** A QR code in black on white in every theme, as scanners expect. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with SVG elements, so an <img> would have no file
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
};

type SecondFactorSetup = CallReply<'beginSecondFactor'>;

const groupByFour = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');

type PasswordCall = 'beginSecondFactor' | 'renewBackupCodes' | 'endSecondFactor';

type PasswordDialogProps<Name extends PasswordCall> = Omit<ComponentProps<typeof FormDialog<Name>>, 'sent'>;

const PasswordDialog = <Name extends PasswordCall>(dialog: PasswordDialogProps<Name>) => {
  const [password, setPassword] = useState('');
  return (
    <FormDialog<Name>
      {...dialog}
      sent={{ body: { password } as CallBody<Name> }}
      incomplete={password === '' && 'Enter your password first'}
    >
      <OwnPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
};

interface ConfirmCodeProps {
  readonly started: SecondFactorSetup;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

const ConfirmCode = ({ started: { address, key }, onCodes, onClose }: ConfirmCodeProps) => {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title="Add Ferry to your authenticator app"
      confirm="Turn on"
      call="confirmSecondFactor"
      sent={{ body: { code } }}
      incomplete={code.replaceAll(/\s/g, '').length !== 6 && 'Enter the 6-digit code first'}
      onDone={({ codes }) => onCodes(codes)}
      text="Scan this code with an authenticator app, or enter the key in the app as a time-based key. On a phone, the link opens the app."
      onClose={onClose}
    >
      <QrCode text={address} label="QR code of the key" />
      <div className="setup-key sunken row">
        <code className="mono">{groupByFour(key)}</code>
        <Button size="small" onPress={() => copyText(key, 'the key')}>
          Copy
        </Button>
        <a href={address}>Open in an app</a>
      </div>
      <TextField
        label="Code"
        mono
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        help="The 6-digit code from your app."
        value={code}
        onText={setCode}
      />
    </FormDialog>
  );
};

const BackupCodes = ({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) => (
  <ListDialog
    title="Save these backup codes now"
    other={<Button onPress={() => copyText(codes.join('\n'), 'the backup codes')}>Copy</Button>}
    close="I've saved them"
    onClose={onClose}
    stays
  >
    <div className="dialog-text">
      <p>
        The codes are shown once. If you lose your phone, use a backup code instead of an app code. Each code works
        once.
      </p>
    </div>
    <ul className="backup-codes sunken mono">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </ListDialog>
);

type OpenDialog =
  | { readonly kind: 'begin' | 'renew' | 'end' }
  | { readonly kind: 'confirm'; readonly started: SecondFactorSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

export const SecondFactor = () => {
  const query = useRead('readSecondFactor');
  const [openedDialog, setOpenedDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setOpenedDialog(null);
  const showCodes = (codes: readonly string[]): void => setOpenedDialog({ kind: 'codes', codes });
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">Two-factor authentication</h2>
      <ReadStates query={query} what="Two-factor authentication">
        {({ isOn, codesLeft }) => (
          <div className="second-factor row wrap gap-8">
            <p>
              {isOn ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldOff size={16} aria-hidden="true" />}
              {isOn
                ? `On. ${codesLeft === 1 ? '1 backup code is' : `${codesLeft} backup codes are`} left.`
                : 'Off. You sign in with the password only.'}
            </p>
            {isOn ? (
              <>
                <Button size="small" onPress={() => setOpenedDialog({ kind: 'renew' })}>
                  New backup codes…
                </Button>
                <Button size="small" variant="remove" onPress={() => setOpenedDialog({ kind: 'end' })}>
                  Turn off…
                </Button>
              </>
            ) : (
              <Button size="small" onPress={() => setOpenedDialog({ kind: 'begin' })}>
                Turn on…
              </Button>
            )}
          </div>
        )}
      </ReadStates>
      {openedDialog?.kind === 'begin' ? (
        <PasswordDialog
          call="beginSecondFactor"
          title="Turn on two-factor authentication?"
          confirm="Continue"
          onDone={(started) => setOpenedDialog({ kind: 'confirm', started })}
          text="Sign-in will require a code from an app on your phone in addition to the password. All your other sessions will end."
          onClose={close}
        />
      ) : null}
      {openedDialog?.kind === 'confirm' ? (
        <ConfirmCode started={openedDialog.started} onCodes={showCodes} onClose={close} />
      ) : null}
      {openedDialog?.kind === 'renew' ? (
        <PasswordDialog
          call="renewBackupCodes"
          title="Create new backup codes?"
          confirm="Create new codes"
          onDone={({ codes }) => showCodes(codes)}
          text="Your current backup codes will stop working."
          onClose={close}
        />
      ) : null}
      {openedDialog?.kind === 'end' ? (
        <PasswordDialog
          call="endSecondFactor"
          title="Turn off two-factor authentication?"
          confirm="Turn off"
          tone="danger"
          done="Two-factor authentication is off"
          text="You'll sign in with the password only. Your backup codes will stop working."
          onClose={close}
        />
      ) : null}
      {openedDialog?.kind === 'codes' ? <BackupCodes codes={openedDialog.codes} onClose={close} /> : null}
    </section>
  );
};
