import { CircleCheck, SearchX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { attentionKinds } from '#shared/attention.ts';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { countText } from '#ui/values/number-text.ts';
import type { RowOf } from '../../api/listings.ts';
import type { List } from '../listing/list-definition.ts';
import type { RowList, TableLook } from '#ui/table/table-types.ts';
import type { TableSort } from '#ui/table/table-head.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { loadAge } from '../load/load-text.ts';
import { useLoadActions } from '../load/use-load-actions.ts';
import type { LoadAll } from '../load/use-load-all.tsx';
import { nextSort, ownOrder, sortText } from '../listing/columns/column-sort.ts';
import { type Selectable, tableSelection } from '../listing/selection/selected-rows.ts';
import { NothingLoaded } from './nothing-loaded.tsx';
import type { RowCache } from './row-cache/row-cache.ts';
import { VirtualTable } from '#ui/table/virtual-table.tsx';

interface Loaded<Row extends { readonly id: string }> {
  readonly state: LoadedState | undefined;
  readonly cache: RowCache<ListedRow<Row>>;
  readonly rows: RowList<Row> | null;
  readonly listKey: string;
  readonly sort: TableSort | null;
  readonly loadAll: LoadAll;
  readonly openIndex: number | null;
}

interface LoadedRowsProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly loaded: Loaded<RowOf[Name]>;
  readonly look: TableLook<RowOf[Name]>;
  readonly onRange: (range: RowRange) => void;
  readonly selectable: Selectable;
}

const skeletonRows = 25;

const NoneMatch = ({
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
    Checked {phase === 'complete' ? 'all' : 'the'} {countText(rows)} loaded migrations. Handled migrations are hidden
    until their status changes.
  </MessageBlock>
);

export const LoadedRows = <Name extends Resource>({
  list,
  loaded: { state, cache, rows, sort, loadAll, openIndex, listKey },
  look,
  onRange,
  selectable,
}: LoadedRowsProps<Name>) => {
  const { definition, view, actions, selected } = list;
  const { resource, title, rowJson, Empty } = definition;
  const { sortable } = definition.filters;
  const { filters, change } = view;
  const { resume } = useLoadActions(resource);
  const sorting = useMemo(
    () => ({
      sort: sort ?? ownOrder(filters.attention),
      by: sortable,
      onSort: (column: string) => change({ sort: sortText(nextSort(sort, column)) }),
    }),
    [sort, sortable, filters.attention, change],
  );
  const middle = (message: ReactNode): ReactNode => <div className="listing-middle">{message}</div>;
  const error = cache.error();
  const matched = cache.matched();
  if (state?.phase === 'failed' && state.rows === 0 && state.problem) {
    return middle(<ErrorBlock error={state.problem} onRetry={resume} />);
  }
  if (state?.phase === 'none') {
    const { total, problem } = state;
    // Resets the attention filter too: only loaded rows have it, so it would switch back to them.
    const onPages = (): void => change({ view: 'page', attention: [] } as never);
    return <NothingLoaded topic={resource} total={total} gone={problem} loadAll={loadAll} onPages={onPages} />;
  }
  if (error) return middle(<ErrorBlock error={error} onRetry={cache.renew} />);
  // The first response was empty, and a response with rows is pending.
  const isComing = matched === 0 && definition.filters.active(filters) === 0;
  if (
    !state ||
    matched === null ||
    !rows ||
    (isComing && state.rows > 0) ||
    (state.rows === 0 && state.phase !== 'complete')
  ) {
    return <Skeleton columns={look.columns} rows={skeletonRows} density={look.density} />;
  }
  if (state.rows === 0) return middle(<Empty />);
  if (matched === 0) {
    if (filters.attention.join() === attentionKinds.join() && definition.filters.active(filters) === 1)
      return middle(<NoneNeedsAttention state={state} />);
    return middle(<NoneMatch resource={resource} state={state} onClear={() => change(definition.filters.none)} />);
  }
  return (
    <VirtualTable
      name={title}
      listKey={listKey}
      look={look}
      rows={rows}
      stale={loadAge(state).isStale}
      sorting={sorting}
      openIndex={openIndex}
      actions={{ ...actions, rowJson, selection: selected ? tableSelection(selected.store, selectable) : undefined }}
      onRange={onRange}
    />
  );
};
