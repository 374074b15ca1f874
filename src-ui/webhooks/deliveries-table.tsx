import type { KeyboardEvent } from 'react';
import type { DeliveryView, EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { useShortcuts } from '../keys/shortcuts.tsx';
import { showToast } from '../messages/toast.tsx';
import type { DeliveriesEvent } from './deliveries-view.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { useServiceNow } from './service-clock.ts';
import { useChanges } from './use-changes.tsx';
import { useWebhooksPort } from './webhooks-port.ts';
import { PlainHead } from '../table/plain-head.tsx';
import '../table/data-table.css';
import './deliveries.css';

export const deliveryColumns = [
  { id: 'delivery-states', head: 'State' },
  { id: 'delivery-migration', head: 'Migration' },
  { id: 'delivery-changes', head: 'Change' },
  { id: 'delivery-endpoint', head: 'Endpoint' },
  { id: 'delivery-tries', head: 'Attempts' },
  { id: 'delivery-reply', head: 'Response' },
  { id: 'delivery-when', head: 'Event' },
] as const;

const moveFocus = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step =
    event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.delivery-open')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (step === 0 || at === -1) return;
  event.preventDefault();
  rows[at + step]?.focus();
};

interface DeliveriesTableProps {
  readonly deliveries: readonly DeliveryView[];
  readonly endpoints: readonly EndpointView[];
  /** Whether all deliveries belong to one endpoint, whose name the page already shows. */
  readonly isOfOneEndpoint?: boolean;
  /** Ms by which the service's clock is ahead of this device's. */
  readonly aheadMs: number;
  readonly isStale: boolean;
  readonly open: string | null;
  readonly onEvent: (event: Extract<DeliveriesEvent, { kind: 'toggled' | 'closed' }>) => void;
}

export const DeliveriesTable = (props: DeliveriesTableProps) => {
  const { deliveries, endpoints, isOfOneEndpoint = false, aheadMs, isStale, open, onEvent } = props;
  const { blocked, replayDelivery } = useWebhooksPort();
  const { make, dialog, problem, busy } = useChanges();
  const now = useServiceNow(aheadMs, 10_000);
  useShortcuts(open === null ? {} : { Escape: () => onEvent({ kind: 'closed' }) });
  const columns = deliveryColumns.filter(({ id }) => !isOfOneEndpoint || id !== 'delivery-endpoint');
  const endpointOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id);
  const replay = (id: string, url: string): void =>
    make({
      title: 'Replay in production?',
      text: `${url} receives this event again, with the same ID and bytes.`,
      confirm: 'Replay',
      asks: 'in production',
      failed: 'The event was not replayed',
      run: async () => {
        await replayDelivery(id);
        showToast('Delivery queued again', 'done');
      },
    });
  return (
    <>
      {problem}
      <table className="data-table delivery-table" aria-label="Deliveries" data-stale={isStale || undefined}>
        <PlainHead columns={columns} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the buttons inside */}
        <tbody onKeyDown={moveFocus}>
          {deliveries.map((delivery) => {
            const endpoint = endpointOf(delivery.endpoint);
            const url = endpoint?.url ?? delivery.endpoint;
            const shownUrl = isOfOneEndpoint ? undefined : url;
            return (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                url={shownUrl}
                now={now}
                isOpen={open === delivery.id}
                onToggle={() => onEvent({ kind: 'toggled', id: delivery.id })}
              >
                <DeliveryDetails
                  delivery={delivery}
                  url={shownUrl}
                  aheadMs={aheadMs}
                  blocked={blocked ?? (endpoint?.disabled ? 'Enable the endpoint first' : busy ? 'In progress' : null)}
                  onReplay={() => replay(delivery.id, url)}
                />
              </DeliveryRow>
            );
          })}
        </tbody>
      </table>
      {dialog}
    </>
  );
};
