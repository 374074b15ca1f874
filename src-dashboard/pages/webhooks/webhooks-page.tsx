import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { ClockAhead } from '#ui/values/time-cells.tsx';
import { environmentOf, mayNotChange, useChange, usePlace, useRead } from '../../api/session.ts';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type EndpointAction, EndpointRow } from './endpoint-row.tsx';
import { ReplayFailed } from './replay-failed.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { addressText, type Endpoint } from './webhook-words.ts';
import './webhooks-page.css';

type Over =
  | { readonly kind: 'form'; readonly endpoint: Endpoint | undefined }
  | { readonly kind: 'rotate' | 'remove' | 'replay'; readonly endpoint: Endpoint }
  | { readonly kind: 'secret'; readonly shown: ShownSecret };

interface AskProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

const RotateSecret = ({
  endpoint: { id, url },
  onSecret,
  onClose,
}: AskProps & {
  readonly onSecret: (shown: ShownSecret) => void;
}) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('rotateEndpoint', organization);
  const rotate = (): void =>
    void send({ params: { endpoint: id } }, ({ secret, previous_secret_until: previousUntil }) =>
      onSecret({ url, secret, previousUntil }),
    );
  return (
    <ConfirmDialog
      title="Rotate the secret?"
      confirm="Rotate"
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      busy={isInProgress}
      onConfirm={rotate}
      onClose={onClose}
    >
      <p>
        This creates a new secret for <span className="mono">{addressText(url)}</span>. For 24 hours, deliveries carry
        both signatures, so you can switch at any time.
      </p>
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

const RemoveEndpoint = ({ endpoint: { id, url }, onClose }: AskProps) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('removeEndpoint', organization);
  const remove = (): void =>
    void send({ params: { endpoint: id } }, () => {
      onClose();
      showToast('Endpoint removed', 'done');
    });
  return (
    <ConfirmDialog
      title="Remove this endpoint?"
      confirm="Remove"
      tone="danger"
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      busy={isInProgress}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <span className="mono">{addressText(url)}</span> receives no more events. Its secret and deliveries are deleted.
      </p>
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

/** Changes that ask nothing first: a test event, and turning an endpoint on or off. */
const useQuickChanges = () => {
  const { organization } = usePlace();
  const change = useChange('changeEndpoint', organization);
  const test = useChange('testEndpoint', organization);
  const tell = (sentence: string): void => showToast(sentence, 'note');
  return {
    toggle: ({ id, disabled }: Endpoint): void =>
      void change.send(
        { params: { endpoint: id }, body: { disabled: !disabled } },
        () => showToast(disabled ? 'Endpoint enabled' : 'Endpoint disabled', 'done'),
        tell,
      ),
    sendTest: ({ id }: Endpoint): void =>
      void test.send({ params: { endpoint: id } }, () => showToast('Sending a test event', 'done'), tell),
  };
};

export const WebhooksPage = () => {
  const { organization } = usePlace();
  const query = useRead('listEndpoints');
  const { toggle, sendTest } = useQuickChanges();
  const [over, setOver] = useState<Over | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const refusal = mayNotChange(organization.role);
  const endpoints = query.data?.results ?? [];
  const clockAhead = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0;
  const chosen = endpoints.find(({ id }) => id === wanted) ?? endpoints[0];
  const close = (): void => setOver(null);
  const showSecret = (shown: ShownSecret): void => setOver({ kind: 'secret', shown });
  const act = (endpoint: Endpoint, action: EndpointAction): void => {
    setWanted(endpoint.id);
    if (action === 'toggle') toggle(endpoint);
    else if (action === 'test') sendTest(endpoint);
    else setOver({ kind: action === 'edit' ? 'form' : action, endpoint });
  };
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      disabledBecause={refusal}
      onPress={() => setOver({ kind: 'form', endpoint: undefined })}
    >
      Add endpoint
    </Button>
  );
  return (
    <ClockAhead ms={clockAhead}>
      <ListPage
        title="Webhooks"
        count={query.data ? endpoints.length : null}
        actions={add}
        query={query}
        what="The endpoints"
        foot={
          <>
            <span>Deliveries and their attempts are stored for 30 days.</span>
            <span>Events arrive at least once, and in order per migration.</span>
          </>
        }
      >
        {() =>
          chosen === undefined ? (
            <MessageBlock icon={Webhook} title="No endpoint yet" actions={add}>
              An endpoint is a URL of your backend. The service sends each status change there, signed with the
              endpoint's secret.
            </MessageBlock>
          ) : (
            <div className="table-scroll">
              <RowTable
                label="Endpoints"
                className="endpoint-table"
                density="relaxed"
                columns={[
                  ['Endpoint'],
                  ['Hears of', 'endpoint-statuses'],
                  ['State', 'endpoint-state-cell'],
                  ['Delivered', 'endpoint-success'],
                  ['Last failure', 'endpoint-failure'],
                  ['Actions', 'endpoint-actions'],
                ]}
              >
                {endpoints.map((endpoint) => (
                  <EndpointRow
                    key={endpoint.id}
                    endpoint={endpoint}
                    isChosen={endpoint === chosen}
                    refusal={refusal}
                    onChoose={() => setWanted(endpoint.id)}
                    onAction={(action) => act(endpoint, action)}
                  />
                ))}
              </RowTable>
              <Deliveries key={chosen.id} endpoint={chosen} refusal={refusal} />
            </div>
          )
        }
      </ListPage>
      {over?.kind === 'form' ? <EndpointForm endpoint={over.endpoint} onSecret={showSecret} onClose={close} /> : null}
      {over?.kind === 'rotate' ? <RotateSecret endpoint={over.endpoint} onSecret={showSecret} onClose={close} /> : null}
      {over?.kind === 'remove' ? <RemoveEndpoint endpoint={over.endpoint} onClose={close} /> : null}
      {over?.kind === 'replay' ? (
        <ReplayFailed endpoint={over.endpoint} clockAhead={clockAhead} onClose={close} />
      ) : null}
      {over?.kind === 'secret' ? <SecretDialog shown={over.shown} onClose={close} /> : null}
    </ClockAhead>
  );
};
