import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Button } from '#ui/controls/controls.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDashboard } from '../../api/session.ts';
import '../../components/facts.css';
import './account-page.css';
import { SecondFactor } from './second-factor.tsx';

/** Replaces every page except My account, until the member has a second factor and continues. */
export const EnrollPage = ({ onDone }: { readonly onDone: () => void }) => {
  const { organization } = useDashboard();
  return (
    <>
      <PageHead title="One more step" />
      {organization.mustEnroll ? (
        <Banner tone="warning" icon={ShieldAlert} title={`${organization.name} requires two-factor authentication.`}>
          Turn it on for your account to continue. You need an authenticator app on your phone.
        </Banner>
      ) : (
        <Banner
          tone="info"
          icon={ShieldCheck}
          title={
            organization.secondFactorRequired
              ? 'Two-factor authentication is on.'
              : 'Two-factor authentication is optional now.'
          }
          action={
            <Button variant="primary" onPress={onDone}>
              Continue
            </Button>
          }
        >
          You can use {organization.name} now.
        </Banner>
      )}
      <div className="facts-page scroller stack">
        <SecondFactor />
      </div>
    </>
  );
};
