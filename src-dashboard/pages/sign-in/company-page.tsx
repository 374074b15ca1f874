import { type FormEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/controls/button.tsx';
import { call, sentenceOf } from '../../api/call.ts';
import { CodeField } from './code-field.tsx';
import { WayIn, WayInProblem } from './way-in.tsx';

interface CompanyPageProps {
  /** What the company's sign-in put behind the address, with its question mark. */
  readonly answer: string;
  readonly onDone: () => void;
}

/** The way back from the company's sign-in: its answer is sent once, and a code is asked for where there is a second factor. */
export const CompanyPage = ({ answer, onDone }: CompanyPageProps) => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['company', answer],
    queryFn: async () => {
      const reply = await call('finishCompanySignIn', { body: { answer } });
      if (!reply.needsCode) onDone();
      return reply;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isUnderWay) return;
    setIsUnderWay(true);
    setProblem(null);
    try {
      await call('finishCompanyCode', { body: { code } });
      onDone();
    } catch (caught) {
      setProblem(sentenceOf(caught));
      setCode('');
      setIsUnderWay(false);
    }
  };
  if (error) {
    return (
      <WayIn title="You are not signed in" lead="Your company’s sign-in came back.">
        <div className="way-in-form">
          <p role="alert">{sentenceOf(error)}</p>
          <Button variant="primary" size="large" onPress={onDone}>
            Go to the sign-in
          </Button>
        </div>
      </WayIn>
    );
  }
  if (!data?.needsCode) return null;
  return (
    <WayIn title="Enter the code" lead="Your company’s sign-in came back; your second factor is on.">
      <form className="way-in-form" onSubmit={(event) => void submit(event)} noValidate>
        <CodeField value={code} onChange={setCode} />
        <WayInProblem text={problem} />
        <Button type="submit" variant="primary" size="large">
          Sign in
        </Button>
        <Button size="large" onPress={onDone}>
          Back
        </Button>
      </form>
    </WayIn>
  );
};
