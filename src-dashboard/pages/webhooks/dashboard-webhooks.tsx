import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { type EndpointSettings, refusalText, refusedField } from '#ui/webhooks/endpoint-draft.ts';
import { type BodyRead, type WebhooksPort, WebhooksPortProvider } from '#ui/webhooks/webhooks-port.ts';
import { sentenceOf } from '../../api/call.ts';
import {
  callSignedIn,
  environmentOf,
  mayNotChange,
  type Organization,
  useDashboard,
  useRead,
} from '../../api/session.ts';

interface BodyReaderProps {
  readonly delivery: string;
  readonly render: (read: BodyRead) => ReactNode;
}

const BodyReader = ({ delivery, render }: BodyReaderProps) => {
  const { data, error, isFetching, refetch } = useRead('readDelivery', '', { delivery });
  return render({
    body: data?.body,
    problem: error && sentenceOf(error),
    onRetry: error ? () => void refetch() : undefined,
    busy: isFetching,
  });
};

/** Status names aren't validated here, because the service validates them. */
const bodyOf = <Changes extends Partial<EndpointSettings>>(changes: Changes) =>
  changes as Changes & CallBody<'addEndpoint'>;

const createPort = (client: QueryClient, organization: Organization): WebhooksPort => {
  const send = <Name extends DashboardCall>(
    name: Name,
    params: Readonly<Record<string, string>>,
    body?: CallBody<Name>,
  ): Promise<CallReply<Name>> =>
    callSignedIn(client, name, {
      params: { organization: organization.id, ...params },
      ...(body !== undefined && { body }),
    });
  return {
    blocked: mayNotChange(organization),
    confirmsChanges: false,
    tag: <EnvironmentTag environment={environmentOf(organization)} />,
    addressHelp: 'An https URL with a public host. Ferry sends signed status changes to this URL.',
    secretHelp: null,
    addEndpoint: (settings) => send('addEndpoint', {}, bodyOf(settings)),
    changeEndpoint: (endpoint, changes) => send('changeEndpoint', { endpoint }, bodyOf(changes)),
    removeEndpoint: (endpoint) => send('removeEndpoint', { endpoint }),
    rotateSecret: (endpoint) => send('rotateEndpoint', { endpoint }),
    testEndpoint: (endpoint) => send('testEndpoint', { endpoint }),
    replayDelivery: (delivery) => send('replayDelivery', { delivery }),
    replayFailed: (endpoint, since) => send('replayFailed', { endpoint }, { since }),
    readAgain: () => client.invalidateQueries(),
    faultOf: (thrown) => {
      const sentence = sentenceOf(thrown);
      return { text: refusalText(sentence), field: refusedField(sentence) };
    },
    withBody: (delivery, render) => <BodyReader delivery={delivery} render={render} />,
    holdPage: () => undefined,
    renderMigration: (id) => <span className="mono truncate">{id}</span>,
  };
};

export const DashboardWebhooksProvider = ({ children }: { readonly children: ReactNode }) => {
  const { organization } = useDashboard();
  const client = useQueryClient();
  const port = useMemo(() => createPort(client, organization), [client, organization]);
  return <WebhooksPortProvider value={port}>{children}</WebhooksPortProvider>;
};
