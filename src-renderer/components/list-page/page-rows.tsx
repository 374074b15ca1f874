import { useEffect, type ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import type { TableStyle } from '#ui/table/table-types.ts';
import type { RowOf } from '../../api/listings.ts';
import { newestFirst, nextSort, sortText } from '../listing/columns/column-sort.ts';
import type { List, Rows } from '../listing/list-definition.ts';
import { tableSelection } from '../listing/selection/selected-rows.ts';
import type { ListRows } from './use-list-rows.ts';

interface PageRowsProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly rows: ListRows<Name>;
  readonly look: TableStyle<RowOf[Name]>;
}

const errorBlock = () => import('../messages/error-block.tsx');
const ErrorBlock = lazyPart(errorBlock, 'ErrorBlock');
const PageWithoutRows = lazyPart(() => import('./page-without-rows.tsx'), 'PageWithoutRows');

/** Whether the rows are newest first, as most services send them. The contract doesn't guarantee an order. */
const isNewestFirst = (items: Rows<{ readonly created: string | null }>): boolean => {
  const times = items.map((item) => (item.kind === 'row' ? Date.parse(item.value.created ?? '') : Number.NaN));
  return times.length > 1 && times.every((at, index) => index === 0 || at <= (times[index - 1] ?? Number.NaN));
};

export const PageRows = <Name extends Resource>({ list, rows, look }: PageRowsProps<Name>) => {
  const { definition, view, actions, selected } = list;
  const { title, rowJson, Empty, SelectionBar } = definition;
  const { search, change } = view;
  const { page, refresh, total, selectable } = rows;
  const { listing, error, reading, nextTryAt, items, marks } = page;
  // Preloads the error block, whose code may be unavailable once requests fail.
  useEffect(() => void errorBlock().catch(() => undefined), []);
  if (!listing && !error) return <Skeleton rows={search.size} {...look} />;
  if (items.length > 0 && listing) {
    return (
      <DataTable
        name={title}
        pageKey={`${listing.page}/${listing.pageSize}`}
        look={look}
        sorting={{
          sort: isNewestFirst(items) ? newestFirst : null,
          by: definition.filters.sortable,
          onSort: (column) => change({ sort: sortText(nextSort(null, column)) }),
        }}
        items={items}
        marks={marks}
        stale={error !== null}
        actions={{ ...actions, rowJson, selection: SelectionBar && tableSelection(selected.store, selectable) }}
      />
    );
  }
  const message = (): ReactNode => {
    if (!listing)
      return error ? <ErrorBlock error={error} busy={reading} nextTryAt={nextTryAt} onRetry={refresh} /> : null;
    if (search.page === 1 && !listing.total) return <Empty />;
    const onPage = (number: number): void => change({ page: number });
    return <PageWithoutRows page={search.page} size={listing.pageSize} {...{ total, onPage }} onRetry={refresh} />;
  };
  return <div className="listing-middle scroller stack">{message()}</div>;
};
