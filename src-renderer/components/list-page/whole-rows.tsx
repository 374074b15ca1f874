import { CircleCheck, SearchX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { attentionKinds } from '#shared/attention.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import type { TableStyle } from '#ui/table/table-types.ts';
import { VirtualTable } from '#ui/table/virtual-table.tsx';
import { countText } from '#ui/values/number-text.ts';
import type { RowOf } from '../../api/listings.ts';
import { nextSort, defaultOrder, sortText } from '../listing/columns/column-sort.ts';
import type { List } from '../listing/list-definition.ts';
import { tableSelection } from '../listing/selection/selected-rows.ts';
import { loadAge } from '../load/load-text.ts';
import { ErrorBlock } from '../messages/error-block.tsx';
import { OfferLoad } from './offer-load.tsx';
import { type ListRows, toPages } from './use-list-rows.ts';

interface WholeRowsProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly rows: ListRows<Name>;
  readonly look: TableStyle<RowOf[Name]>;
  readonly skeleton: ReactNode;
}

const NoMatchingRows = ({
  resource,
  state,
  onClear,
}: {
  readonly resource: Resource;
  readonly state: LoadedState;
  readonly onClear: () => void;
}) => (
  <MessageBlock
    icon={SearchX}
    title={`None of the ${countText(state.rows)} loaded rows match`}
    actions={<Button onPress={onClear}>Clear filters</Button>}
  >
    {state.phase === 'complete'
      ? `All loaded ${resource} were searched.`
      : `Only the loaded rows were searched: ${countText(state.rows)} ${resource}.`}
  </MessageBlock>
);

const NoneNeedsAttention = ({ state: { rows, phase } }: { readonly state: LoadedState }) => (
  <MessageBlock icon={CircleCheck} title="No migrations need attention">
    The console checked {phase === 'complete' ? 'all ' : ''}
    {countText(rows)} loaded migrations. Handled migrations are hidden until their status changes.
  </MessageBlock>
);

export const WholeRows = <Name extends Resource>({ list, rows: shown, look, skeleton }: WholeRowsProps<Name>) => {
  const { state, sort, loadAll, loading, place, selectable, whole } = shown;
  const { cache, rows, matched } = whole;
  const { definition, view, actions, selected } = list;
  const { resource, title, rowJson, Empty, SelectionBar } = definition;
  const { sortable } = definition.filters;
  const { filters, change } = view;
  const sorting = useMemo(
    () => ({
      sort: sort ?? defaultOrder(filters.attention),
      by: sortable,
      onSort: (column: string) => change({ sort: sortText(nextSort(sort, column)) }),
    }),
    [sort, sortable, filters.attention, change],
  );
  const middle = (message: ReactNode): ReactNode => <div className="listing-middle scroller stack">{message}</div>;
  const error = cache.error();
  if (state?.phase === 'failed' && state.rows === 0 && state.problem) {
    return middle(<ErrorBlock error={state.problem} onRetry={loading.resume} />);
  }
  if (state?.phase === 'none') {
    const onPages = (): void => toPages(list);
    const purpose = 'to search, sort and group them';
    return middle(<OfferLoad evicted={state.problem} {...{ resource, loadAll, purpose, onPages, skeleton }} />);
  }
  if (error) return middle(<ErrorBlock error={error} onRetry={cache.renew} />);
  // The first response had no rows, but rows have been loaded since.
  const isLoading = matched === 0 && definition.filters.active(filters) === 0;
  if (
    !state ||
    matched === null ||
    !rows ||
    (isLoading && state.rows > 0) ||
    (state.rows === 0 && state.phase !== 'complete')
  ) {
    return skeleton;
  }
  if (state.rows === 0) return middle(<Empty />);
  if (matched === 0) {
    if (filters.attention.join() === attentionKinds.join() && definition.filters.active(filters) === 1)
      return middle(<NoneNeedsAttention state={state} />);
    return middle(<NoMatchingRows resource={resource} state={state} onClear={() => change(definition.filters.none)} />);
  }
  return (
    <VirtualTable
      name={title}
      listKey={whole.listKey}
      look={look}
      rows={rows}
      stale={loadAge(state).isStale}
      sorting={sorting}
      openIndex={place.index}
      actions={{ ...actions, rowJson, selection: SelectionBar && tableSelection(selected.store, selectable) }}
      onRange={whole.setRange}
    />
  );
};
