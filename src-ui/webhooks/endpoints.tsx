import { Plus, Webhook } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Button, copyText } from '../controls/controls.tsx';
import { MessageBlock } from '../messages/messages.tsx';
import { showToast } from '../messages/toast.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type EndpointAction, EndpointRow } from './endpoint-row.tsx';
import { ReplayFailed } from './replay-failed.tsx';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { useServiceNow } from './service-clock.ts';
import { useChanges } from './use-changes.tsx';
import { useHeldPage } from './use-held-page.ts';
import { useWebhooksPort } from './webhooks-port.ts';
import { PlainHead } from '../table/plain-head.tsx';
import '../table/data-table.css';
import './endpoints.css';

export const endpointColumns = [
  { id: 'endpoint-address', head: 'Endpoint' },
  { id: 'endpoint-statuses', head: 'Statuses' },
  { id: 'endpoint-states', head: 'State' },
  { id: 'endpoint-success', head: 'Delivered' },
  { id: 'endpoint-failure', head: 'Last failure' },
  { id: 'endpoint-more', head: 'Actions' },
] as const;

type OpenDialog =
  | { readonly kind: 'form'; readonly endpoint: EndpointView | null }
  | { readonly kind: 'replay'; readonly endpoint: EndpointView }
  | ({ readonly kind: 'secret' } & ShownSecret);

interface EndpointsProps {
  readonly aheadMs: number;
  /** The endpoint whose deliveries the page shows. */
  readonly chosen?: string | undefined;
  readonly onDeliveries: (id: string) => void;
  /** Renders the page around the add button and the table. Dialogs are outside, so secrets survive reloads. */
  readonly children: (add: ReactNode, renderTable: (endpoints: readonly EndpointView[]) => ReactNode) => ReactNode;
}

export const Endpoints = ({ aheadMs, chosen, onDeliveries, children }: EndpointsProps) => {
  const { blocked, readAgain, ...port } = useWebhooksPort();
  const now = useServiceNow(aheadMs, 10_000);
  const { make, dialog, problem } = useChanges();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  // A late response closes only the dialog of the same change, because a secret on screen can't be shown again.
  const close = (kind: OpenDialog['kind']): void => setOpenDialog((before) => (before?.kind === kind ? null : before));
  const isRotating = useRef(false);
  useHeldPage(
    () => isRotating.current,
    () => showToast('Wait for the new secret', 'note'),
  );

  const act = (endpoint: EndpointView, action: EndpointAction): void => {
    const { id, url, disabled } = endpoint;
    switch (action) {
      case 'deliveries':
        return onDeliveries(id);
      case 'copy':
        return copyText(url, 'the URL');
      case 'edit':
        return setOpenDialog({ kind: 'form', endpoint });
      case 'replay':
        return setOpenDialog({ kind: 'replay', endpoint });
      case 'test':
        return make({
          title: 'Send a test event in production?',
          text: `${url} receives one event of type ferry.test.`,
          confirm: 'Send test event',
          asks: 'in production',
          failed: "The test event wasn't sent",
          run: async () => {
            await port.testEndpoint(id);
            showToast('Sending test event', 'done', { label: 'Show deliveries', run: () => onDeliveries(id) });
          },
        });
      case 'rotate':
        return make({
          title: 'Rotate the secret?',
          text: `This creates a new secret for ${url}. For 24 hours, deliveries carry both signatures. Switch to the new secret within that time.`,
          confirm: 'Rotate',
          asks: 'always',
          failed: "The secret wasn't rotated",
          run: async () => {
            isRotating.current = true;
            const newSecret = await port.rotateSecret(id).finally(() => (isRotating.current = false));
            setOpenDialog({
              kind: 'secret',
              url,
              secret: newSecret.secret,
              previousUntil: newSecret.previous_secret_until,
            });
          },
        });
      case 'toggle':
        return make({
          title: disabled ? 'Enable the endpoint in production?' : 'Disable the endpoint in production?',
          text: disabled
            ? `${url} receives events again.`
            : `${url} receives nothing until you enable it. Deliveries until then are marked failed. You can replay them later.`,
          confirm: disabled ? 'Enable' : 'Disable',
          asks: 'in production',
          failed: disabled ? "The endpoint wasn't enabled" : "The endpoint wasn't disabled",
          run: async () => {
            await port.changeEndpoint(id, { disabled: !disabled });
            showToast(disabled ? 'Endpoint enabled' : 'Endpoint disabled', 'done');
          },
        });
      case 'remove':
        return make({
          title: 'Remove this endpoint?',
          text: `${url} stops receiving events. Its secret and deliveries are deleted.`,
          confirm: 'Remove',
          asks: 'always',
          tone: 'danger',
          failed: "The endpoint wasn't removed",
          run: async () => {
            await port.removeEndpoint(id);
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
      onPress={() => setOpenDialog({ kind: 'form', endpoint: null })}
    >
      Add endpoint
    </Button>
  );
  const renderTable = (endpoints: readonly EndpointView[]): ReactNode =>
    endpoints.length === 0 ? (
      <MessageBlock icon={Webhook} title="No endpoints yet">
        An endpoint is a URL of your backend. The service sends each status change there, signed with the endpoint's
        secret.{blocked === null ? '' : ` ${blocked}.`}
      </MessageBlock>
    ) : (
      <table className="data-table endpoint-table" aria-label="Endpoints">
        <PlainHead columns={endpointColumns} />
        <tbody>
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              now={now}
              isChosen={endpoint.id === chosen}
              onAction={(action) => act(endpoint, action)}
            />
          ))}
        </tbody>
      </table>
    );
  return (
    <>
      {problem}
      {children(add, renderTable)}
      {openDialog?.kind === 'form' ? (
        <EndpointForm
          endpoint={openDialog.endpoint}
          onSaved={(created) => {
            if (created) setOpenDialog({ kind: 'secret', ...created });
            else {
              close('form');
              showToast('Endpoint saved', 'done');
            }
            void readAgain();
          }}
          onClose={() => close('form')}
        />
      ) : null}
      {openDialog?.kind === 'replay' ? (
        <ReplayFailed endpoint={openDialog.endpoint} aheadMs={aheadMs} onClose={() => close('replay')} />
      ) : null}
      {openDialog?.kind === 'secret' ? <SecretOnce {...openDialog} onClose={() => close('secret')} /> : null}
      {dialog}
    </>
  );
};
