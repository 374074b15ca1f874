import { CircleX, RotateCw } from 'lucide-react';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useState, useEffect, useMemo } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { ToastRegion } from '#ui/messages/toast.tsx';
import { TooltipLayer } from '#ui/tooltip/tooltip-layer.tsx';
import { ClockProvider } from '#ui/values/times.tsx';
import { sentenceOf } from '../api/call.ts';
import { noOrganization, DashboardProvider, useSessionQuery, readFresh, type Organization } from '../api/session.ts';
import { CompanyPage } from '../pages/sign-in/company-page.tsx';
import { InvitationPage } from '../pages/sign-in/invitation-page.tsx';
import { OfferedPage } from '../pages/sign-in/offered-page.tsx';
import { ResetPage } from '../pages/sign-in/reset-page.tsx';
import { type SessionEnd, SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { companyAnswer, leaveRoute, useHash } from '../navigation/route.ts';
import { Shell } from './shell.tsx';
import { readRotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { type Destination, destinationOf } from '../navigation/destination.ts';

const lastOrganization = 'ferry-dashboard-organization';
const noOrganizations: readonly Organization[] = [];
const onlyInstance = [noOrganization];

/**
 * Returns the page for the current URL. A rotation link first refetches the keys of every organization, to find keys
 * that were just created elsewhere.
 */
const useDestination = (organizations: readonly Organization[] = noOrganizations) => {
  const hash = useHash();
  const client = useQueryClient();
  const lastFour = readRotateHash(hash);
  const ids = organizations.filter(({ id, mustEnroll }) => !mustEnroll && id !== noOrganization.id).map(({ id }) => id);
  const query = useQuery({
    queryKey: ['keysOfAll', lastFour, ids],
    enabled: lastFour !== undefined && organizations.length > 0,
    // Refetches for each opened link. `readFresh` retries, so the query must not.
    staleTime: 0,
    retry: false,
    queryFn: async () => {
      const read = async (id: string) => [id, await readFresh(client, 'listKeys', id)] as const;
      return new Map(await Promise.all(ids.map(read)));
    },
  });
  const lastId = localStorage.getItem(lastOrganization);
  const freshKeys = query.fetchStatus === 'idle' && query.isSuccess ? query.data : undefined;
  const destination = useMemo(
    () => destinationOf({ hash, organizations, lastId, freshKeys }),
    [hash, organizations, lastId, freshKeys],
  );
  const shownId = destination.kind === 'page' ? destination.organization.id : undefined;
  useEffect(() => {
    if (shownId !== undefined) localStorage.setItem(lastOrganization, shownId);
  }, [shownId]);
  return { destination, error: query.isFetching ? null : query.error };
};

const Content = () => {
  const query = useSessionQuery();
  const client = useQueryClient();
  const { data: session } = query;
  const { destination, error: keysError } = useDestination(
    session?.isInstanceAdmin && session.organizations.length === 0 ? onlyInstance : session?.organizations,
  );
  const isSignedIn = Boolean(session);
  // Stays on screen while a rotation link looks for its key.
  const [lastPage, setLastPage] = useState<Destination>(destination);
  const isHeld = isSignedIn && destination.kind === 'loading' && lastPage.kind === 'page';
  const nextPage = isHeld ? lastPage : destination;
  if (nextPage !== lastPage) setLastPage(nextPage);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const [end, setEnd] = useState<SessionEnd>('none');
  if (isSignedIn !== wasSignedIn) {
    setWasSignedIn(isSignedIn);
    // The user did not sign out, so the service has ended the session.
    if (isSignedIn) setEnd('over');
  }
  const [postponedIds, setPostponedIds] = useState<readonly string[]>([]);
  const [answer, setAnswer] = useState(companyAnswer);
  const leave = (): void => {
    setAnswer(undefined);
    client.clear();
    leaveRoute();
  };
  if (answer !== undefined) return <CompanyPage answer={answer} onDone={leave} />;
  if (destination.kind === 'invitation') {
    return <InvitationPage key={destination.token} token={destination.token} onDone={leave} />;
  }
  if (destination.kind === 'reset') {
    return <ResetPage key={destination.token} token={destination.token} onDone={leave} />;
  }
  const error = session === undefined ? query.error : keysError;
  if (error !== null) {
    return (
      <MessageBlock
        icon={CircleX}
        title="The dashboard couldn't load"
        actions={
          <Button icon={RotateCw} onPress={() => void client.invalidateQueries()}>
            Retry
          </Button>
        }
      >
        {sentenceOf(error)}
      </MessageBlock>
    );
  }
  if (session === undefined) return null;
  if (session === null) return <SignInPage end={end} />;
  const invitation = session.invitations.find(({ id }) => !postponedIds.includes(id));
  if (invitation !== undefined) {
    return (
      <OfferedPage
        key={invitation.id}
        invitation={invitation}
        onLater={() => setPostponedIds([...postponedIds, invitation.id])}
      />
    );
  }
  if (nextPage.kind === 'noOrganization') return <SignInPage hasNoOrganization />;
  if (nextPage.kind !== 'page') return null;
  const { organization, page, query: address, rotation } = nextPage;
  return (
    <DashboardProvider value={{ session, organization, query: address, rotation }}>
      <Shell key={organization.id} page={page} onSignedOut={() => setEnd('signed out')} />
    </DashboardProvider>
  );
};

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
