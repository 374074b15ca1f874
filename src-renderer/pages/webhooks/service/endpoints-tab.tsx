import { Plus, Webhook } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { whyReadOnly } from '../../../components/read-only.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointAction } from './endpoint-menu.tsx';
import { EndpointRow } from './endpoint-row.tsx';
import { ReplayFailed } from './replay-failed.tsx';
import { SecretOnce, type ShownSecret, useHeldPage } from './secret-once.tsx';
import { useServiceNow } from './service-clock.ts';
import { ServicePart } from './service-part.tsx';
import { useChanges } from './use-changes.tsx';
import { aheadOf, useEndpoints, useReadAgain } from './use-webhooks.ts';
import '#ui/table/data-table.css';
import './endpoints-tab.css';

const columns = [
  { id: 'endpoint-address', head: 'Endpoint' },
  { id: 'endpoint-statuses', head: 'Hears of' },
  { id: 'endpoint-states', head: 'State' },
  { id: 'endpoint-success', head: 'Delivered' },
  { id: 'endpoint-failure', head: 'Last failure' },
  { id: 'endpoint-more', head: 'Actions' },
] as const;

type Over =
  | { readonly kind: 'form'; readonly endpoint: EndpointView | null }
  | { readonly kind: 'replay'; readonly endpoint: EndpointView }
  | ({ readonly kind: 'secret' } & ShownSecret);

const showIt = (onPress: () => void): ReactNode => (
  <button type="button" className="endpoint-toast-link" onClick={onPress}>
    Show it
  </button>
);

interface EndpointsTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly onDeliveries: (id: string) => void;
}

export const EndpointsTab = ({ actionsPlace, onDeliveries }: EndpointsTabProps) => {
  const { api } = useConsole();
  const state = useConsoleState();
  const blocked = whyReadOnly(state);
  const read = useEndpoints();
  const aheadMs = aheadOf(read);
  const now = useServiceNow(aheadMs, 10_000);
  const readAgain = useReadAgain();
  const { make, dialog, problem } = useChanges();
  const [over, setOver] = useState<Over | null>(null);
  // What ends late closes only itself: a secret that came meanwhile is shown this once.
  const close = (kind: Over['kind']): void => setOver((before) => (before?.kind === kind ? null : before));
  const isRotating = useRef(false);
  useHeldPage(
    () => isRotating.current,
    () => showToast('Wait for the new secret', 'note'),
  );

  const act = (endpoint: EndpointView, action: EndpointAction): void => {
    const { id, url, disabled } = endpoint;
    const confirmed = { id, confirmed: true };
    switch (action) {
      case 'deliveries':
        return onDeliveries(id);
      case 'copy':
        return copyText(url, 'the address');
      case 'edit':
        return setOver({ kind: 'form', endpoint });
      case 'replay':
        return setOver({ kind: 'replay', endpoint });
      case 'test':
        return make({
          title: 'Send a test event on production?',
          text: `${url} receives one event of type ferry.test.`,
          confirm: 'Send test event',
          asks: 'on production',
          failed: 'The test event was not sent',
          run: async () => {
            await api.webhooks.testEndpoint(confirmed);
            showToast(
              'Sending test event',
              'done',
              showIt(() => onDeliveries(id)),
            );
          },
        });
      case 'rotate':
        return make({
          title: 'Rotate the secret?',
          text: `This creates a new secret for ${url}. For 24 hours, deliveries carry both signatures, so you can switch at any time.`,
          confirm: 'Rotate',
          asks: 'always',
          failed: 'The secret was not rotated',
          run: async () => {
            isRotating.current = true;
            const created = await api.webhooks.rotateSecret(confirmed).finally(() => (isRotating.current = false));
            setOver({ kind: 'secret', url, secret: created.secret, previousUntil: created.previous_secret_until });
          },
        });
      case 'toggle':
        return make({
          title: disabled ? 'Enable the endpoint on production?' : 'Disable the endpoint on production?',
          text: disabled
            ? `${url} receives events again.`
            : `${url} receives nothing until you enable it. Deliveries in the meantime are marked failed; you can replay them.`,
          confirm: disabled ? 'Enable' : 'Disable',
          asks: 'on production',
          failed: disabled ? 'The endpoint was not enabled' : 'The endpoint was not disabled',
          run: async () => {
            await api.webhooks.changeEndpoint({ ...confirmed, disabled: !disabled });
            showToast(disabled ? 'Endpoint enabled' : 'Endpoint disabled', 'done');
          },
        });
      case 'remove':
        return make({
          title: 'Remove this endpoint?',
          text: `${url} receives no more events. Its secret and deliveries are deleted.`,
          confirm: 'Remove',
          asks: 'always',
          tone: 'danger',
          failed: "The endpoint wasn't deleted",
          run: async () => {
            await api.webhooks.removeEndpoint(confirmed);
            showToast('Endpoint removed', 'done');
          },
        });
    }
  };

  const add = (
    <Button
      variant="primary"
      icon={Plus}
      disabledBecause={blocked}
      onPress={() => setOver({ kind: 'form', endpoint: null })}
    >
      Add endpoint
    </Button>
  );
  return (
    <>
      {actionsPlace && read.data ? createPortal(add, actionsPlace) : null}
      {problem}
      <ServicePart read={read} columns={columns}>
        {({ results }) =>
          results.length === 0 ? (
            <MessageBlock icon={Webhook} title="No endpoint yet">
              An endpoint is a URL of your backend. The service sends each status change there, signed with the
              endpoint's secret.{blocked === null ? '' : ` ${blocked}.`}
            </MessageBlock>
          ) : (
            <div className="table-scroll">
              <table className="data-table endpoint-table" aria-label="Endpoints">
                <thead>
                  <tr>
                    {columns.map(({ id, head }) => (
                      <th key={id} scope="col" className={id}>
                        {id === 'endpoint-more' ? <span className="visually-hidden">{head}</span> : head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {results.map((endpoint) => (
                    <EndpointRow
                      key={endpoint.id}
                      endpoint={endpoint}
                      now={now}
                      blocked={blocked}
                      onAction={(action) => act(endpoint, action)}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </ServicePart>
      {over?.kind === 'form' ? (
        <EndpointForm
          endpoint={over.endpoint}
          onSaved={(created) => {
            if (created) setOver({ kind: 'secret', ...created });
            else {
              close('form');
              showToast('Endpoint saved', 'done');
            }
            void readAgain();
          }}
          onClose={() => close('form')}
        />
      ) : null}
      {over?.kind === 'replay' ? (
        <ReplayFailed endpoint={over.endpoint} aheadMs={aheadMs} onClose={() => close('replay')} />
      ) : null}
      {over?.kind === 'secret' ? <SecretOnce {...over} onClose={() => close('secret')} /> : null}
      {dialog}
    </>
  );
};
