import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { call, sentenceOf } from '../../api/call.ts';
import { leaveRoute } from '../../navigation/route.ts';
import { CodeField } from './code-field.tsx';
import { SignInLayout, SignInProblem, SignInStopped } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';

const nameList = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

export const CompanyPage = ({ answer, onDone }: { readonly answer: string; readonly onDone: () => void }) => {
  const [code, setCode] = useState('');
  const { problem, attempt } = useAttempt();
  const [invitedTo, setInvitedTo] = useState<readonly string[]>([]);
  const finish = (waiting: readonly string[]): void => (waiting.length === 0 ? onDone() : setInvitedTo(waiting));
  const { data, error } = useQuery({
    queryKey: ['company', answer],
    queryFn: async () => {
      const reply = await call('finishCompanySignIn', { body: { answer } });
      // Removes the identity provider's response from the URL, because the response works only once.
      leaveRoute();
      if (!reply.needsCode) finish(reply.invitedTo);
      return reply;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const submit = (): void => {
    const sendCode = async () => finish((await call('finishCompanyCode', { body: { code } })).invitedTo);
    void attempt(sendCode, () => setCode(''));
  };
  if (error) {
    return (
      <SignInStopped
        title="You're not signed in"
        lead="Company sign-in couldn't be completed."
        sentence={sentenceOf(error)}
        button="Go to sign-in"
        onPress={onDone}
      />
    );
  }
  if (invitedTo.length > 0) {
    return (
      <SignInStopped
        title="You're signed in"
        lead="You have a pending invitation."
        sentence={`You were also invited to ${nameList(invitedTo)}. Because your account has a password, open the invitation link to join.`}
        button="Continue"
        onPress={onDone}
      />
    );
  }
  if (!data?.needsCode) return null;
  return (
    <SignInLayout title="Enter the code" lead="Company sign-in succeeded. Enter the code from your app.">
      <Form className="sign-in-layout-form" onSubmit={submit} noValidate>
        <CodeField value={code} onChange={setCode} />
        <SignInProblem text={problem} />
        <Button type="submit" variant="primary" size="large">
          Sign in
        </Button>
        <Button size="large" onPress={onDone}>
          Back
        </Button>
      </Form>
    </SignInLayout>
  );
};
