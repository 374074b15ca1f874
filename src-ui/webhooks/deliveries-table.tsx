import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeliveryView, EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { tip } from '../tooltip/tip.ts';
import { ShortId } from '../values/ids.tsx';
import { countText } from '../values/number-text.ts';
import { absoluteText, durationText, fullText, relativeText } from '../values/times.tsx';
import { Change, deliveryStyles, stateWord } from './delivery-words.tsx';
import { addressText } from './endpoint-words.ts';
import { useShortcuts } from '../keys/shortcuts.tsx';
import { showToast } from '../messages/toast.tsx';
import type { DeliveriesEvent } from './deliveries-view.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { useServiceNow } from './service-clock.ts';
import { useChanges } from './use-changes.tsx';
import { useWebhooksPort } from './webhooks-port.ts';
import { PlainHead } from '../table/plain-head.tsx';
import '../table/data-table.css';
import './deliveries.css';
import { moveFocus } from '../keys/move-focus.ts';

const LastReply = ({ delivery, now }: { readonly delivery: DeliveryView; readonly now: Date }) => {
  const last = delivery.attempts.at(-1);
  if (delivery.next_attempt !== null && last) {
    const next = new Date(delivery.next_attempt);
    return (
      <span className="text-partial number" {...tip(`Next attempt at ${fullText(next)}`)}>
        next {absoluteText(next, now)}
      </span>
    );
  }
  if (!last) return <span className="text-partial">—</span>;
  return (
    <span className="number" {...tip(last.error ?? `Responded in ${durationText(last.duration_ms)}`)}>
      <span className="text-medium">{last.status ?? 'No response'}</span>{' '}
      <span className="delivery-duration faint">{durationText(last.duration_ms)}</span>
    </span>
  );
};

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly url: string | undefined;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const DeliveryRow = ({ delivery, url, now, isOpen, onToggle, children }: DeliveryRowProps) => {
  const { icon: Icon, tone } = deliveryStyles[delivery.state];
  const createdDate = new Date(delivery.created);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the row's first button does the same by keyboard */}
      <tr
        className="data-row delivery-row"
        data-opens
        aria-current={isOpen || undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button')) return;
          if (getSelection()?.isCollapsed === false) return;
          onToggle();
        }}
      >
        <td>
          <button type="button" className="delivery-open row" aria-expanded={isOpen} onClick={onToggle}>
            <ChevronRight size={14} className="delivery-chevron" aria-hidden="true" />
            <Icon size={16} className={tone} aria-hidden="true" />
            {stateWord(delivery)}
          </button>
        </td>
        <td className="delivery-migration">
          {delivery.event.migration === null ? (
            <span className="text-partial">none</span>
          ) : (
            <ShortId id={delivery.event.migration} />
          )}
        </td>
        <td>
          <Change {...delivery} />
        </td>
        {url === undefined ? null : (
          <td className="delivery-endpoint mono" {...tip(url, { whenCut: true })}>
            {addressText(url)}
          </td>
        )}
        <td className="delivery-tries number">{countText(delivery.attempts.length)}</td>
        <td className="delivery-reply">
          <LastReply delivery={delivery} now={now} />
        </td>
        <td className="delivery-when">
          <time className="number" dateTime={delivery.created} {...tip(fullText(createdDate))}>
            {relativeText(createdDate, now)}
          </time>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={url === undefined ? 6 : 7} className="delivery-cell">
            {children}
          </td>
        </tr>
      ) : null}
    </>
  );
};

export const deliveryColumns = [
  { id: 'delivery-states', head: 'State' },
  { id: 'delivery-migration', head: 'Migration' },
  { id: 'delivery-changes', head: 'Change' },
  { id: 'delivery-endpoint', head: 'Endpoint' },
  { id: 'delivery-tries', head: 'Attempts' },
  { id: 'delivery-reply', head: 'Response' },
  { id: 'delivery-when', head: 'Event' },
] as const;

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
      failed: "The event wasn't replayed",
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
        <tbody onKeyDown={(event) => moveFocus(event, '.delivery-open')}>
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
