import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { passwordLength } from '#shared/dashboard-api/limits.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { call } from '../../api/call.ts';
import { takeFocus } from './take-focus.ts';
import { LinkStopped, PasswordField, SignInLayout, SignInProblem } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';

type RemovedFactors = CallReply<'readReset'>['removes'];

const removedParts = ({
  password,
  companySignIn,
  secondFactor,
  passkeys,
  sessions,
}: RemovedFactors): readonly string[] =>
  [
    password && 'your current password',
    secondFactor && 'two-factor authentication',
    passkeys > 0 && countedText(passkeys, 'passkey'),
    companySignIn && "the link to your company's sign-in",
    sessions > 0 && countedText(sessions, 'session'),
  ].filter((part) => part !== false);

export const ResetPage = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call('readReset', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });
  const [password, setPassword] = useState('');
  const { problem, attempt } = useAttempt();
  if (error) return <LinkStopped link="A reset link" {...{ error, isFetching, refetch, onDone }} />;
  if (data === undefined) return null;
  const parts = removedParts(data.removes);
  const isTooShort = [...password].length < passwordLength.min;
  const reset = async (): Promise<void> => {
    await call('resetAccess', { body: { token, password } });
    onDone();
  };
  const submit = (): void => {
    if (!isTooShort) void attempt(reset);
  };
  return (
    <SignInLayout title="Reset your access" lead="An administrator of this service created this link for you.">
      <Form className="sign-in-layout-form" onSubmit={submit} noValidate>
        <TextField label="Email" type="email" name="email" autoComplete="username" value={data.email} readOnly />
        {parts.length > 0 ? <p>Resetting your access removes {new Intl.ListFormat('en').format(parts)}.</p> : null}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          inputRef={takeFocus}
          help={`${passwordLength.min} characters or more, such as four unrelated words.`}
          value={password}
          onText={setPassword}
        />
        <SignInProblem text={problem} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabledBecause={isTooShort ? `Use at least ${passwordLength.min} characters` : null}
        >
          Reset access
        </Button>
      </Form>
    </SignInLayout>
  );
};
