import { type FormEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { passwordLength } from '#shared/dashboard-api/limits.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import { call, isDeleted, sentenceOf } from '../../api/call.ts';
import { takeFocus } from '../../components/take-focus.ts';
import { PasswordField, SignInLayout, SignInProblem, SignInStopped } from './sign-in-layout.tsx';

type RemovedFactors = CallReply<'readReset'>['removes'];

const countedText = (count: number, noun: string): string | false =>
  count > 0 && `${count} ${noun}${count === 1 ? '' : 's'}`;

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
    countedText(passkeys, 'passkey'),
    companySignIn && 'the link to your company’s sign-in',
    countedText(sessions, 'session'),
  ].filter((part) => part !== false);

export const ResetPage = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call('readReset', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  if (error) {
    const isOver = isDeleted(error);
    return (
      <SignInStopped
        title={isOver ? 'This link no longer works' : "We can't check this link right now"}
        lead={isOver ? 'A reset link works once and expires after 24 h.' : "The link wasn't used and may still work."}
        sentence={sentenceOf(error)}
        button={isOver ? 'Go to sign-in' : 'Try again'}
        disabledBecause={isFetching ? 'Loading' : null}
        onPress={isOver ? onDone : () => void refetch()}
      />
    );
  }
  if (data === undefined) return null;
  const parts = removedParts(data.removes);
  const isTooShort = [...password].length < passwordLength.min;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending || isTooShort) return;
    setIsPending(true);
    setProblem(null);
    try {
      await call('resetAccess', { body: { token, password } });
      onDone();
    } catch (caught) {
      setProblem(sentenceOf(caught));
      setIsPending(false);
    }
  };
  return (
    <SignInLayout title="Reset your access" lead="An administrator of this service created this link for you.">
      <form className="sign-in-layout-form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Email" type="email" name="email" autoComplete="username" value={data.email} readOnly />
        {parts.length > 0 ? <p>Resetting your access removes {new Intl.ListFormat('en').format(parts)}.</p> : null}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          inputRef={takeFocus}
          help={`${passwordLength.min} characters or more, such as four unrelated words.`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
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
      </form>
    </SignInLayout>
  );
};
