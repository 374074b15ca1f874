import { Building2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/controls/controls.tsx';
import { call } from '../../api/call.ts';
import { SignInProblem } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';

export const CompanyButton = () => {
  const { data: ways } = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: () => call('waysIn'),
    staleTime: Infinity,
  });
  const { problem, busy, attempt } = useAttempt();
  const leave = async (): Promise<void> => location.assign((await call('beginCompanySignIn')).url);
  if (!ways?.company) return null;
  return (
    <>
      <SignInProblem text={problem} />
      <Button
        size="large"
        icon={Building2}
        disabledBecause={busy ? 'In progress' : null}
        onPress={() => void attempt(leave)}
      >
        Use company sign-in
      </Button>
    </>
  );
};
