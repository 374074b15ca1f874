import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/controls/controls.tsx';
import { call, sentenceOf } from '../../api/call.ts';

export const CompanyButton = ({ onProblem }: { readonly onProblem: (sentence: string) => void }) => {
  const { data: ways } = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: () => call('waysIn'),
    staleTime: Infinity,
  });
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    try {
      const { url } = await call('beginCompanySignIn');
      location.assign(url);
    } catch (error) {
      onProblem(sentenceOf(error));
      setIsLeaving(false);
    }
  };
  if (!ways?.company) return null;
  return (
    <Button
      size="large"
      icon={Building2}
      disabledBecause={isLeaving ? 'In progress' : null}
      onPress={() => void leave()}
    >
      Use company sign-in
    </Button>
  );
};
