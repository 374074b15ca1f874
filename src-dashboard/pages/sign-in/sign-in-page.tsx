import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { call } from '../../api/call.ts';
import { askForPasskey, hasPasskeys } from '../../api/device.ts';
import { CompanyButton } from './company-button.tsx';
import { CodeField } from './code-field.tsx';
import { OtherMethods, PasswordField, SignInLayout, SignInProblem } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';
import { takeFocus } from './take-focus.ts';

const emailKey = 'ferry-dashboard-email';

/** `none`: the user hasn't signed in yet. `over`: the session expired, or another session ended it. */
export type SessionEnd = 'none' | 'over' | 'signed out';

const endMessages: Readonly<Record<SessionEnd, string>> = {
  none: 'Dashboard at ',
  over: 'Your session ended. Sign in again at ',
  'signed out': "You're signed out. Sign in again at ",
};

interface SignInPageProps {
  readonly hasNoOrganization?: boolean;
  readonly end?: SessionEnd;
}

export const SignInPage = ({ hasNoOrganization = false, end = 'none' }: SignInPageProps) => {
  const client = useQueryClient();
  const [email, setEmail] = useState(() => localStorage.getItem(emailKey) ?? '');
  const [isNew] = useState(email === '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const { problem, busy, attempt } = useAttempt();
  const reason = hasNoOrganization ? "You don't belong to an organization. Ask an owner for an invitation." : null;
  const [isHelpShown, setIsHelpShown] = useState(false);
  const signIn = async (): Promise<void> => {
    const { needsCode } = await call('signIn', { body: { email, password, ...(code !== null && { code }) } });
    if (needsCode) return setCode('');
    localStorage.setItem(emailKey, email);
    await client.resetQueries();
  };
  const submit = (): void => {
    void attempt(signIn, () => (code === null ? setPassword('') : setCode('')));
  };
  const signInByPasskey = async (): Promise<void> => {
    const credential = await askForPasskey(await call('beginPasskeySignIn'));
    await call('signInByPasskey', { body: { credential } });
    await client.resetQueries();
  };
  return (
    <SignInLayout
      title="Sign in to Ferry"
      lead={
        <>
          {endMessages[end]}
          <span className="mono">{location.host}</span>
        </>
      }
      foot="No account? Ask an owner for an invitation."
    >
      <Form className="sign-in-layout-form" onSubmit={submit} noValidate>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputRef={isNew ? takeFocus : null}
          value={email}
          onText={(text) => {
            setEmail(text);
            setCode(null);
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          inputRef={isNew ? null : takeFocus}
          value={password}
          onText={setPassword}
        />
        {code === null ? null : <CodeField value={code} onChange={setCode} />}
        <SignInProblem text={problem ?? (code === null ? reason : null)} />
        <Button type="submit" variant="primary" size="large">
          Sign in
        </Button>
        <button
          type="button"
          className="link-button"
          aria-expanded={isHelpShown}
          onClick={() => setIsHelpShown(!isHelpShown)}
        >
          Forgot your password?
        </button>
        {isHelpShown ? (
          <p className="sign-in-layout-help">
            Ferry sends no email. An administrator of this service can create a link to set a new password and remove a
            lost second factor.
          </p>
        ) : null}
        <OtherMethods>
          {hasPasskeys ? (
            <Button size="large" icon={Fingerprint} onPress={() => void attempt(signInByPasskey)}>
              Use a passkey
            </Button>
          ) : null}
          <CompanyButton busy={busy} attempt={attempt} />
        </OtherMethods>
      </Form>
    </SignInLayout>
  );
};
