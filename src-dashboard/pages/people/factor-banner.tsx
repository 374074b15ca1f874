import { ShieldAlert } from 'lucide-react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Banner } from '#ui/messages/messages.tsx';
import { usePlace } from '../../api/session.ts';

interface FactorBannerProps {
  readonly members: CallReply<'listPeople'>['members'];
}

/** Whoever has the password alone, where it matters: on production. */
export const FactorBanner = ({ members }: FactorBannerProps) => {
  const { organization } = usePlace();
  const without = members.filter(({ signsIn }) => signsIn?.hasPassword && !signsIn.secondFactor);
  const [first] = without;
  if (first === undefined || !organization.production) return null;
  return (
    <Banner
      tone="warning"
      icon={ShieldAlert}
      title={
        without.length === 1
          ? `${first.name} has no second factor.`
          : `${without.length} people have no second factor: ${without.map(({ name }) => name).join(', ')}.`
      }
    >
      {organization.name} is production; ask for one. Everybody turns it on at My account.
    </Banner>
  );
};
