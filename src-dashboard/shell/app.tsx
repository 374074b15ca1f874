import { CircleX, RotateCw } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { ToastRegion } from '#ui/messages/toast.tsx';
import { TooltipLayer } from '#ui/tooltip/tooltip-layer.tsx';
import { ClockProvider } from '#ui/values/time-cells.tsx';
import { sentenceOf } from '../api/call.ts';
import { PlaceProvider, useSessionQuery } from '../api/session.ts';
import { CompanyPage } from '../pages/sign-in/company-page.tsx';
import { InvitationPage } from '../pages/sign-in/invitation-page.tsx';
import { type SessionEnd, SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { companyAnswer, leaveRoute, readRoute, useHash } from '../navigation/route.ts';
import { Shell } from './shell.tsx';
import { useRotationPlace } from './use-rotation-place.ts';

/** Which organization was on screen last, where the address names none. */
const lastOrganization = 'ferry-dashboard-organization';

const Content = () => {
  const hash = useHash();
  const route = readRoute(hash);
  const query = useSessionQuery();
  const client = useQueryClient();
  const { data: session, error } = query;
  const isSignedIn = Boolean(session);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const [end, setEnd] = useState<SessionEnd>('none');
  if (isSignedIn !== wasSignedIn) {
    setWasSignedIn(isSignedIn);
    // Unless somebody signs out, it is the service that ends a session.
    if (isSignedIn) setEnd('over');
  }
  const wanted = 'invitation' in route ? undefined : (route.organization ?? localStorage.getItem(lastOrganization));
  const last = session?.organizations.find(({ id }) => id === wanted) ?? session?.organizations[0];
  const rotation = useRotationPlace(hash, session?.organizations ?? [], last);
  const organization = rotation.organization ?? last;
  useEffect(() => {
    if (organization && !rotation.isReading) localStorage.setItem(lastOrganization, organization.id);
  }, [organization, rotation.isReading]);
  const [answer, setAnswer] = useState(companyAnswer);
  const leave = (): void => {
    setAnswer(undefined);
    client.clear();
    leaveRoute();
  };
  if (answer !== undefined) return <CompanyPage answer={answer} onDone={leave} />;
  if ('invitation' in route) {
    return <InvitationPage key={route.invitation} token={route.invitation} onDone={leave} />;
  }
  if (session === undefined) {
    return error === null ? null : (
      <MessageBlock
        icon={CircleX}
        title="The dashboard could not be read"
        actions={
          <Button icon={RotateCw} onPress={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        {sentenceOf(error)}
      </MessageBlock>
    );
  }
  if (session === null) return <SignInPage end={end} />;
  if (rotation.isReading) return null;
  if (organization === undefined) return <SignInPage isNowhere />;
  return (
    <PlaceProvider value={{ session, organization }}>
      <Shell key={organization.id} page={route.page} onSignedOut={() => setEnd('signed out')} />
    </PlaceProvider>
  );
};

/** The whole page: an invitation, the way in, or the organization on screen. */
export const App = () => {
  const hash = useHash();
  return (
    <ClockProvider>
      <Content />
      <ToastRegion place={hash} />
      <TooltipLayer />
    </ClockProvider>
  );
};
