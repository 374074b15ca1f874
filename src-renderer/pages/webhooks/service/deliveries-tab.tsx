import { Inbox, Repeat, SearchX } from 'lucide-react';
import { type KeyboardEvent, useReducer, useState } from 'react';
import type { DeliveryView } from '#shared/console-contract/webhooks-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { FilterChip } from '#ui/filters/filter-chip.tsx';
import '../../../components/listing/filters/filter-bar.css';
import { ShortPager } from '../../../components/listing/pager/pager.tsx';
import { whyReadOnly } from '../../../components/read-only.tsx';
import type { DeliveryFilter } from './delivery-filter.ts';
import { newestDeliveries, reduceDeliveries } from './deliveries-view.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { deliveryFilters } from './delivery-filters.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { ReplayFailed } from './replay-failed.tsx';
import { useServiceNow } from './service-clock.ts';
import { ServicePart } from './service-part.tsx';
import { useChanges } from './use-changes.tsx';
import { aheadOf, useDeliveries, useEndpoints } from './use-webhooks.ts';
import '#ui/table/data-table.css';
import './deliveries-tab.css';

const columns = [
  { id: 'delivery-states', head: 'State' },
  { id: 'delivery-migration', head: 'Migration' },
  { id: 'delivery-changes', head: 'Change' },
  { id: 'delivery-endpoint', head: 'Endpoint' },
  { id: 'delivery-tries', head: 'Tries' },
  { id: 'delivery-reply', head: 'Reply' },
  { id: 'delivery-when', head: 'Event' },
] as const;

const pageSize = 25;

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

interface DeliveriesTabProps {
  readonly filter: DeliveryFilter;
  readonly onFilter: (next: DeliveryFilter) => void;
}

export const DeliveriesTab = ({ filter, onFilter }: DeliveriesTabProps) => {
  const { api } = useConsole();
  const readOnly = whyReadOnly(useConsoleState());
  const endpoints = useEndpoints().data?.results;
  const [view, tell] = useReducer(reduceDeliveries, newestDeliveries);
  const [replaying, setReplaying] = useState(false);
  const { make, dialog, problem, busy } = useChanges();
  const read = useDeliveries({ ...filter, after: view.cursors.at(-1) ?? null, limit: pageSize });
  const aheadMs = aheadOf(read);
  const now = useServiceNow(aheadMs, 10_000);
  const page = view.cursors.length + 1;
  useShortcuts(view.open === null ? {} : { Escape: () => tell({ kind: 'closed' }) });

  const change = (next: DeliveryFilter): void => {
    tell({ kind: 'newest' });
    onFilter(next);
  };
  const filters = deliveryFilters(filter, endpoints ?? [], change);
  const isFiltered = filters.some(({ choice }) => choice !== null);
  const endpointOf = (id: string) => endpoints?.find((each) => each.id === id);
  const urlOf = (id: string): string => endpointOf(id)?.url ?? id;
  const whyNot = (endpoint: string): string | null =>
    readOnly ??
    (endpointOf(endpoint)?.disabled ? 'The endpoint is disabled: enable it first' : busy ? 'In progress' : null);
  const replay = ({ id, endpoint }: DeliveryView): void =>
    make({
      title: 'Replay on production?',
      text: `${urlOf(endpoint)} receives this event again, with the same ID and bytes.`,
      confirm: 'Replay',
      asks: 'on production',
      failed: 'It was not replayed',
      run: async () => {
        await api.webhooks.replayDelivery({ id, confirmed: true });
        showToast('Queued again', 'done');
      },
    });
  const [only] = endpoints?.length === 1 ? endpoints : [];
  const target = filter.endpoint === null ? only : endpointOf(filter.endpoint);

  return (
    <>
      {problem}
      <div className="filter-bar">
        {filters.map((each) => (
          <FilterChip key={each.id} filter={each} onOpen={() => undefined} />
        ))}
        <div className="filter-end">
          <Button
            size="small"
            icon={Repeat}
            disabledBecause={target ? whyNot(target.id) : (readOnly ?? 'Choose an endpoint first')}
            onPress={() => setReplaying(true)}
          >
            Replay failed…
          </Button>
        </div>
      </div>
      <ServicePart read={read} columns={columns}>
        {({ results, next }) => (
          <>
            {results.length === 0 ? (
              view.cursors.length > 0 ? (
                <MessageBlock
                  icon={Inbox}
                  title="No more deliveries here"
                  actions={<Button onPress={() => tell({ kind: 'newest' })}>Show the newest</Button>}
                >
                  This item was deleted.
                </MessageBlock>
              ) : isFiltered ? (
                <MessageBlock
                  icon={SearchX}
                  title="No delivery matches"
                  actions={
                    <Button onPress={() => change({ endpoint: null, state: null, migration: null })}>
                      Clear all filters
                    </Button>
                  }
                >
                  The service searched all of its last 30 days.
                </MessageBlock>
              ) : (
                <MessageBlock icon={Inbox} title="Nothing was delivered yet">
                  {endpoints?.length === 0
                    ? 'No endpoints yet. Add one to receive status changes.'
                    : 'Status changes appear here with every attempt. Send a test event to see one.'}
                </MessageBlock>
              )
            ) : (
              <div className="table-scroll">
                <table
                  className="data-table delivery-table"
                  aria-label="Deliveries"
                  data-stale={read.isOther || read.error !== null || undefined}
                >
                  <thead>
                    <tr>
                      {columns.map(({ id, head }) => (
                        <th key={id} scope="col" className={id}>
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside */}
                  <tbody onKeyDown={moveFocus}>
                    {results.map((delivery) => (
                      <DeliveryRow
                        key={delivery.id}
                        delivery={delivery}
                        url={urlOf(delivery.endpoint)}
                        now={now}
                        isOpen={view.open === delivery.id}
                        onToggle={() => tell({ kind: 'toggled', id: delivery.id })}
                      >
                        <DeliveryDetails
                          delivery={delivery}
                          url={urlOf(delivery.endpoint)}
                          aheadMs={aheadMs}
                          blocked={whyNot(delivery.endpoint)}
                          onReplay={() => replay(delivery)}
                        />
                      </DeliveryRow>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <footer className="delivery-foot">
              <ShortPager
                facts={{ page, pageSize, rows: results.length, total: null, hasNext: next !== null && !read.isOther }}
                total={null}
                page={page}
                size={pageSize}
                onPage={(to) =>
                  to < page ? tell({ kind: 'newer' }) : next !== null && tell({ kind: 'older', cursor: next })
                }
              />
              <span className="delivery-kept">Kept for 30 days</span>
            </footer>
          </>
        )}
      </ServicePart>
      {replaying && target ? (
        <ReplayFailed endpoint={target} aheadMs={aheadMs} onClose={() => setReplaying(false)} />
      ) : null}
      {dialog}
    </>
  );
};
