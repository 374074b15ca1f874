import { Inbox, RotateCw, Search } from 'lucide-react';
import { useReducer, useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { isUuid, normalizeId } from '#ui/values/ids.tsx';
import { DeliveriesTable } from '#ui/webhooks/deliveries-table.tsx';
import { newestPageView, reduceDeliveries } from '#ui/webhooks/deliveries-view.ts';
import { addressText } from '#ui/webhooks/endpoint-words.ts';
import { clockAhead } from '#ui/webhooks/service-clock.ts';
import { useRead } from '../../api/session.ts';
import { Pager } from '../../components/pager.tsx';
import { ReadStates } from '../../components/read-states.tsx';
import { SearchField } from '../../components/search-field.tsx';

const states = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;
type StateFilter = (typeof states)[number]['value'];

export const Deliveries = ({ endpoint }: { readonly endpoint: CallReply<'listEndpoints'>['results'][number] }) => {
  const [stateFilter, setStateFilter] = useState<StateFilter>('all');
  const [migration, setMigration] = useState('');
  const [view, dispatch] = useReducer(reduceDeliveries, newestPageView);
  const after = view.cursors.at(-1);
  const searchedId = normalizeId(migration);
  const isPartial = searchedId !== '' && !isUuid(searchedId);
  const query = useRead(
    'listDeliveries',
    `?${new URLSearchParams({
      endpoint: endpoint.id,
      limit: '25',
      ...(stateFilter !== 'all' && { state: stateFilter }),
      ...(isUuid(searchedId) && { migration: searchedId }),
      ...(after !== undefined && { after }),
    }).toString()}`,
  );
  const next = query.data?.next ?? null;
  return (
    <section className="deliveries" aria-labelledby="deliveries-head">
      <div className="filter-line row rigid">
        <h2 id="deliveries-head">
          Deliveries <span className="hint mono truncate">{addressText(endpoint.url)}</span>
        </h2>
        <Segments
          label="Filter deliveries"
          segments={states}
          value={stateFilter}
          onChange={(to) => {
            setStateFilter(to);
            dispatch({ kind: 'newest' });
          }}
        />
        <SearchField
          label="Full migration ID"
          value={migration}
          onChange={(text) => {
            setMigration(text);
            dispatch({ kind: 'newest' });
          }}
        />
        <Button size="small" icon={RotateCw} busy={query.isFetching} onPress={() => void query.refetch()}>
          Refresh
        </Button>
      </div>
      <ReadStates query={query} what="The deliveries">
        {({ results, now }) =>
          isPartial ? (
            <MessageBlock icon={Search} title="Incomplete ID">
              Enter all 36 characters of the migration ID.
            </MessageBlock>
          ) : results.length === 0 ? (
            <MessageBlock
              icon={Inbox}
              title={stateFilter === 'all' && searchedId === '' ? 'No deliveries yet' : 'No matching deliveries'}
            >
              Status changes from the last 30 days appear here with all delivery attempts. Send a test event to see a
              delivery.
            </MessageBlock>
          ) : (
            <DeliveriesTable
              deliveries={results}
              endpoints={[endpoint]}
              isOfOneEndpoint
              aheadMs={clockAhead(now, query.dataUpdatedAt)}
              isStale={query.error !== null}
              open={view.open}
              onEvent={dispatch}
            />
          )
        }
      </ReadStates>
      {isPartial || (view.cursors.length === 0 && next === null) ? null : (
        <Pager
          label="Delivery pages"
          steps={[
            [
              'Newer',
              view.cursors.length === 0 ? 'These are the newest deliveries' : null,
              () => dispatch({ kind: 'newer' }),
            ],
            [
              'Older',
              next === null ? 'These are the oldest deliveries' : null,
              () => next !== null && dispatch({ kind: 'older', cursor: next }),
            ],
          ]}
        />
      )}
    </section>
  );
};
