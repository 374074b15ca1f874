import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Skeleton } from '#ui/table/skeleton.tsx';
import type { RowOf } from '../../api/listings.ts';
import type { List, Rows } from './list-definition.ts';
import { newestFirst } from './columns/column-sort.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { RowMarks, TableLook } from '#ui/table/table-types.ts';
import { type Selectable, tableSelection } from './selection/selected-rows.ts';
import type { ListingState } from './use-listing.ts';

interface Page<Row> extends ListingState<Row> {
  readonly items: Rows<Row>;
  readonly matching: Rows<Row>;
  readonly marks: RowMarks;
  readonly selectable: Selectable;
  readonly total: number | null;
}

interface PagedRowsProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly page: Page<RowOf[Name]>;
  readonly look: TableLook<RowOf[Name]>;
  readonly onRetry: () => void;
  readonly loadAll: ReactNode;
}

// Loaded lazily: most pages have rows.
const errorBlock = () => import('../messages/error-block.tsx');
const ErrorBlock = lazy(() => errorBlock().then(({ ErrorBlock: Block }) => ({ default: Block })));
const messages = () => import('./filters/no-match.tsx');
const NoMatch = lazy(() => messages().then(({ NoMatch: Message }) => ({ default: Message })));
const PageWithoutRows = lazy(() => messages().then(({ PageWithoutRows: Message }) => ({ default: Message })));

/** Whether the rows are newest first, as contract services send them; the contract itself doesn't promise an order. */
const isNewestFirst = (items: Rows<{ readonly created: string | null }>): boolean => {
  const times = items.map((item) => (item.kind === 'row' ? Date.parse(item.value.created ?? '') : Number.NaN));
  return times.length > 1 && times.every((at, index) => index === 0 || at <= (times[index - 1] ?? Number.NaN));
};

export const PagedRows = <Name extends Resource>({
  list: { definition, view, actions, selected },
  page: { listing, error, reading, nextTryAt, items, matching, marks, total, selectable },
  look,
  onRetry,
  loadAll,
}: PagedRowsProps<Name>) => {
  const { resource, title, rowJson, Empty } = definition;
  const { search, change } = view;
  // Preload the error block: once requests fail, its code may no longer load either.
  useEffect(() => void errorBlock().catch(() => undefined), []);
  if (!listing && !error) return <Skeleton columns={look.columns} rows={search.size} density={look.density} />;
  if (matching.length > 0 && listing) {
    return (
      <DataTable
        name={title}
        pageKey={`${listing.page}/${listing.pageSize}`}
        look={look}
        sort={isNewestFirst(items) ? newestFirst : null}
        items={matching}
        marks={marks}
        stale={error !== null}
        actions={{ ...actions, rowJson, selection: selected ? tableSelection(selected.store, selectable) : undefined }}
      />
    );
  }
  const message = (): ReactNode => {
    if (!listing)
      return error ? <ErrorBlock error={error} busy={reading} nextTryAt={nextTryAt} onRetry={onRetry} /> : null;
    if (items.length > 0) {
      const clear = (): void => change(definition.filters.none);
      return <NoMatch rows={items.length} total={listing.total} things={resource} onClear={clear} loadAll={loadAll} />;
    }
    if (search.page === 1 && !listing.total) return <Empty />;
    return (
      <PageWithoutRows
        page={search.page}
        size={listing.pageSize}
        total={total}
        onPage={(page) => change({ page })}
        onRetry={onRetry}
      />
    );
  };
  return (
    <div className="listing-middle">
      <Suspense>{message()}</Suspense>
    </div>
  );
};
