import { Building2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/controls/controls.tsx';
import { call } from '../../api/call.ts';
import type { useAttempt } from './use-attempt.ts';

type CompanyButtonProps = Pick<ReturnType<typeof useAttempt>, 'busy' | 'attempt'>;

export const CompanyButton = ({ busy, attempt }: CompanyButtonProps) => {
  const { data: ways } = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: () => call('waysIn'),
    staleTime: Infinity,
  });
  const leave = async (): Promise<void> => location.assign((await call('beginCompanySignIn')).url);
  if (!ways?.company) return null;
  return (
    <Button
      size="large"
      icon={Building2}
      disabledBecause={busy ? 'In progress' : null}
      onPress={() => void attempt(leave)}
    >
      Use company sign-in
    </Button>
  );
};
