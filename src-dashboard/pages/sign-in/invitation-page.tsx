import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { passwordLength } from '#shared/dashboard-api/limits.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { call } from '../../api/call.ts';
import { CompanyButton } from './company-button.tsx';
import { CodeField } from './code-field.tsx';
import { InvitedAs, LinkStopped, OtherMethods, PasswordField, SignInLayout, SignInProblem } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';
import { takeFocus } from './take-focus.ts';

export const InvitationPage = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const {
    data: invitation,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('readInvitation', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const { problem, busy, attempt } = useAttempt();
  if (error) return <LinkStopped link="An invitation link" {...{ error, isFetching, refetch, onDone }} />;
  if (invitation === undefined) return null;
  const { email, organization, role, isKnown } = invitation;
  const isTooShort = [...password].length < passwordLength.min;
  const incomplete = isKnown
    ? password === '' && 'Enter your password first'
    : (name.trim() === '' && 'Enter your name first') ||
      (isTooShort && `Use at least ${passwordLength.min} characters`);
  const accept = async (): Promise<void> => {
    const { needsCode } = await call('acceptInvitation', {
      body: { token, password, ...(isKnown ? {} : { name }), ...(code !== null && { code }) },
    });
    if (needsCode) setCode('');
    else onDone();
  };
  const submit = (): void => {
    if (!incomplete) void attempt(accept);
  };
  return (
    <SignInLayout
      title={`Join ${organization.name}`}
      lead={<InvitedAs role={role} production={organization.production} />}
    >
      <Form className="sign-in-layout-form" onSubmit={submit} noValidate>
        <TextField label="Email" type="email" name="email" autoComplete="username" value={email} readOnly />
        {isKnown ? null : (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            inputRef={takeFocus}
            value={name}
            onText={setName}
          />
        )}
        <PasswordField
          label="Password"
          name="password"
          autoComplete={isKnown ? 'current-password' : 'new-password'}
          inputRef={isKnown ? takeFocus : null}
          help={
            isKnown
              ? 'The password you already use here.'
              : `${passwordLength.min} characters or more, such as four unrelated words.`
          }
          value={password}
          onText={setPassword}
        />
        {code === null ? null : <CodeField value={code} onChange={setCode} />}
        <SignInProblem text={problem} />
        <Button type="submit" variant="primary" size="large" disabledBecause={incomplete || null}>
          Join
        </Button>
        <OtherMethods>
          <CompanyButton busy={busy} attempt={attempt} />
        </OtherMethods>
      </Form>
    </SignInLayout>
  );
};
