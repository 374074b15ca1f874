import { ShieldAlert } from 'lucide-react';
import { Banner } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { usePlace } from '../../api/session.ts';
import '../../components/facts.css';
import './account-page.css';
import { SecondFactor } from './second-factor.tsx';

/** Replaces every page of an organization that requires a second factor, until the member has one. */
export const EnrollPage = () => {
  const { organization } = usePlace();
  return (
    <>
      <PageHead title="One more step" />
      <Banner tone="warning" icon={ShieldAlert} title={`${organization.name} requires two-factor authentication.`}>
        Turn it on for your account to continue. You need an authenticator app on your phone.
      </Banner>
      <div className="facts-page scroller stack">
        <SecondFactor />
      </div>
    </>
  );
};
