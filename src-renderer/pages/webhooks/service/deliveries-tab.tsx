import { useNavigate } from '@tanstack/react-router';
import { Inbox, Repeat, SearchX } from 'lucide-react';
import { useReducer, useState } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { FilterChip } from '#ui/filters/filter-chip.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { DeliveriesTable, deliveryColumns } from '#ui/webhooks/deliveries-table.tsx';
import { newestPageView, reduceDeliveries } from '#ui/webhooks/deliveries-view.ts';
import { ReplayFailed } from '#ui/webhooks/replay-failed.tsx';
import { clockAhead } from '#ui/webhooks/service-clock.ts';
import { useWebhooksPort } from '#ui/webhooks/webhooks-port.ts';
import '../../../components/listing/filters/filter-bar.css';
import { ShortPager } from '../../../components/listing/pager/pager.tsx';
import type { DeliveryFilter } from './webhooks-search.ts';
import { deliveryFilters } from './delivery-filters.tsx';
import { ServicePart } from './service-part.tsx';
import { useDeliveries, useEndpoints } from './use-webhooks.ts';

const pageSize = 25;

interface DeliveriesTabProps {
  readonly filter: DeliveryFilter;
  readonly onFilter: (next: DeliveryFilter) => void;
}

export const DeliveriesTab = ({ filter, onFilter }: DeliveriesTabProps) => {
  const navigate = useNavigate();
  const { blocked } = useWebhooksPort();
  const endpoints = useEndpoints().data?.results ?? [];
  const [view, dispatch] = useReducer(reduceDeliveries, newestPageView);
  const [isReplayOpen, setIsReplayOpen] = useState(false);
  const query = useDeliveries({ ...filter, after: view.cursors.at(-1) ?? null, limit: pageSize });
  const aheadMs = clockAhead(query.data?.now, query.readAt);
  const page = view.cursors.length + 1;

  const change = (next: DeliveryFilter): void => {
    dispatch({ kind: 'newest' });
    onFilter(next);
  };
  const filters = deliveryFilters(filter, endpoints, change);
  const isFiltered = filters.some(({ choice }) => choice !== null);
  const [onlyEndpoint] = endpoints.length === 1 ? endpoints : [];
  const target = filter.endpoint === null ? onlyEndpoint : endpoints.find(({ id }) => id === filter.endpoint);
  const obstacle = blocked ?? (target?.disabled ? 'Enable the endpoint first' : null);

  return (
    <>
      <div className="filter-bar row rigid">
        {filters.map((each) => (
          <FilterChip key={each.name} filter={each} />
        ))}
        <div className="filter-end row rigid">
          <Button
            size="small"
            icon={Repeat}
            disabledBecause={obstacle ?? (target ? null : 'Choose an endpoint first')}
            onPress={() => setIsReplayOpen(true)}
          >
            Replay failed…
          </Button>
        </div>
      </div>
      <ServicePart read={query} columns={deliveryColumns}>
        {({ results, next }) => (
          <>
            {results.length > 0 ? (
              <div className="table-scroll">
                <DeliveriesTable
                  deliveries={results}
                  endpoints={endpoints}
                  aheadMs={aheadMs}
                  isStale={query.isOther || query.error !== null}
                  open={view.open}
                  onEvent={dispatch}
                />
              </div>
            ) : view.cursors.length > 0 ? (
              <MessageBlock
                icon={Inbox}
                title="No deliveries on this page"
                actions={<Button onPress={() => dispatch({ kind: 'newest' })}>Show the newest</Button>}
              >
                The deliveries on this page may have been deleted.
              </MessageBlock>
            ) : isFiltered ? (
              <MessageBlock
                icon={SearchX}
                title="No matching deliveries"
                actions={
                  <Button onPress={() => change({ endpoint: null, state: null, migration: null })}>
                    Clear all filters
                  </Button>
                }
              >
                The service searched the deliveries of the last 30 days.
              </MessageBlock>
            ) : (
              <MessageBlock
                icon={Inbox}
                title="No deliveries yet"
                actions={
                  <Button onPress={() => void navigate({ to: '/webhooks', search: { tab: 'endpoints' } })}>
                    Open the endpoints
                  </Button>
                }
              >
                {endpoints.length === 0
                  ? 'No endpoints yet. Add an endpoint to receive status changes.'
                  : 'Status changes appear here with every attempt. To see a delivery, send a test event.'}
              </MessageBlock>
            )}
            <footer className="delivery-foot row rigid">
              <ShortPager
                facts={{ page, pageSize, rows: results.length, total: null, hasNext: next !== null && !query.isOther }}
                total={null}
                page={page}
                size={pageSize}
                onPage={(to) =>
                  to < page ? dispatch({ kind: 'newer' }) : next !== null && dispatch({ kind: 'older', cursor: next })
                }
              />
              <span className="delivery-retention muted text-nowrap">Stored for 30 days</span>
            </footer>
          </>
        )}
      </ServicePart>
      {isReplayOpen && target ? (
        <ReplayFailed endpoint={target} aheadMs={aheadMs} onClose={() => setIsReplayOpen(false)} />
      ) : null}
    </>
  );
};
