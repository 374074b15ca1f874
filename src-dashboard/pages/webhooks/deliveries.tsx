import { ChevronRight, CircleCheck, CircleX, Hourglass, Inbox, RotateCw, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { isUuid, normalizeId, ShortId } from '#ui/values/ids.tsx';
import { durationText } from '#ui/values/time-text.ts';
import { useRead } from '../../api/session.ts';
import { RowTable } from '../../components/list-page.tsx';
import { ReadStates } from '../../components/read-states.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Since } from '../../components/times.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { addressText, changeText, type Delivery, deliveryWord, type Endpoint } from './webhook-words.ts';

const icons = { pending: Hourglass, delivered: CircleCheck, failed: CircleX } as const;
const columns = 6;

interface RowProps {
  readonly delivery: Delivery;
  readonly isOpen: boolean;
  readonly refusal: string | null;
  readonly onToggle: () => void;
}

const DeliveryRow = ({ delivery, isOpen, refusal, onToggle }: RowProps) => {
  const { state, event, attempts, created } = delivery;
  const Icon = icons[state];
  const last = attempts.at(-1);
  return (
    <>
      <tr className="data-row delivery-row" aria-current={isOpen || undefined}>
        <td className="delivery-state">
          <button type="button" className="delivery-open" aria-expanded={isOpen} onClick={onToggle} data-state={state}>
            <ChevronRight size={14} className="delivery-chevron" aria-hidden="true" />
            <Icon size={16} aria-hidden="true" />
            {deliveryWord(delivery)}
          </button>
        </td>
        <td className="delivery-migration">
          {event.migration === null ? <span className="quiet">none</span> : <ShortId id={event.migration} />}
        </td>
        <td className="delivery-change truncate">{changeText(event)}</td>
        <td className="delivery-tries number">{attempts.length}</td>
        <td className="delivery-reply number">
          {last === undefined ? (
            <span className="quiet">—</span>
          ) : (
            <>
              {last.status ?? 'No answer'} <span className="quiet">{durationText(last.duration_ms)}</span>
            </>
          )}
        </td>
        <td className="delivery-when number">
          <Since time={created} />
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={columns} className="delivery-cell">
            <DeliveryDetails delivery={delivery} refusal={refusal} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

const states = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;
type Shown = (typeof states)[number]['value'];

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  /** Why the user can't replay; null if they can. */
  readonly refusal: string | null;
}

/** The log of an endpoint, newest first, a page at a time; the service searches all that it keeps. */
export const Deliveries = ({ endpoint, refusal }: DeliveriesProps) => {
  const [shown, setShown] = useState<Shown>('all');
  const [migration, setMigration] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string | null>(null);
  const after = cursors.at(-1);
  const wanted = normalizeId(migration);
  const isPart = wanted !== '' && !isUuid(wanted);
  const query = useRead(
    'listDeliveries',
    `?${new URLSearchParams({
      endpoint: endpoint.id,
      limit: '25',
      ...(shown !== 'all' && { state: shown }),
      ...(isUuid(wanted) && { migration: wanted }),
      ...(after !== undefined && { after }),
    }).toString()}`,
  );
  const start = (change: () => void): void => {
    change();
    setCursors([]);
    setOpen(null);
  };
  const next = query.data?.next ?? null;
  const whyDisabled = endpoint.disabled ? 'The endpoint is disabled: enable it first' : null;
  return (
    <section className="deliveries" aria-labelledby="deliveries-head">
      <div className="filter-line">
        <h2 id="deliveries-head">
          Deliveries <span className="deliveries-of mono">{addressText(endpoint.url)}</span>
        </h2>
        <Segments
          label="Which deliveries"
          segments={states}
          value={shown}
          onChange={(to) => start(() => setShown(to))}
        />
        <SearchField label="Full migration ID" value={migration} onChange={(text) => start(() => setMigration(text))} />
        <Button size="small" icon={RotateCw} busy={query.isFetching} onPress={() => void query.refetch()}>
          Read again
        </Button>
      </div>
      <ReadStates query={query} what="The deliveries">
        {({ results }) =>
          isPart ? (
            <MessageBlock icon={Search} title="Incomplete ID">
              Enter all 36 characters of the migration ID.
            </MessageBlock>
          ) : results.length === 0 ? (
            <MessageBlock icon={Inbox} title={shown === 'all' && wanted === '' ? 'Nothing yet' : 'No delivery matches'}>
              Status changes of the last 30 days appear here with every attempt. Send a test event to see one.
            </MessageBlock>
          ) : (
            <RowTable
              label="Deliveries"
              className="delivery-table"
              columns={[
                ['State', 'delivery-state'],
                ['Migration', 'delivery-migration'],
                ['Change', 'delivery-change'],
                ['Tries', 'delivery-tries'],
                ['Reply', 'delivery-reply'],
                ['Event', 'delivery-when'],
              ]}
            >
              {results.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isOpen={open === delivery.id}
                  refusal={refusal ?? whyDisabled}
                  onToggle={() => setOpen(open === delivery.id ? null : delivery.id)}
                />
              ))}
            </RowTable>
          )
        }
      </ReadStates>
      {isPart || (cursors.length === 0 && next === null) ? null : (
        <nav className="delivery-pager" aria-label="Pages of deliveries">
          <Button
            size="small"
            disabledBecause={cursors.length === 0 ? 'These are the newest' : null}
            onPress={() => setCursors(cursors.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            size="small"
            disabledBecause={next === null ? 'These are the oldest' : null}
            onPress={() => next !== null && setCursors([...cursors, next])}
          >
            Older
          </Button>
        </nav>
      )}
    </section>
  );
};
