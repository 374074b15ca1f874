import { FileQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import { countText } from '#ui/values/number-text.ts';
import type { RowOf } from '../../api/listings.ts';
import { ErrorBlock } from '../messages/error-block.tsx';
import { NoMatch } from './filters/no-match.tsx';
import type { List, Rows } from './list-definition.ts';
import { lastPageOf } from './pager/pager-arithmetic.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { RowMarks, TableLook } from '#ui/table/table-types.ts';
import type { ListingState } from './use-listing.ts';

interface Page<Row> extends ListingState<Row> {
  /** All rows of the page, and those that pass its filters. */
  readonly items: Rows<Row>;
  readonly matching: Rows<Row>;
  readonly marks: RowMarks;
  /** In all, where it is known. */
  readonly total: number | null;
}

interface PagedRowsProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly page: Page<RowOf[Name]>;
  readonly look: TableLook<RowOf[Name]>;
  readonly onRetry: () => void;
  /** The way to all rows, where none of this page matches. */
  readonly loadAll: ReactNode;
}

const PageWithoutRows = ({
  page,
  size,
  total,
  onPage,
}: {
  readonly page: number;
  readonly size: number;
  readonly total: number | null;
  readonly onPage: (page: number) => void;
}) => {
  const lastPage = total === null ? null : lastPageOf(total, size);
  return (
    <MessageBlock
      icon={FileQuestionMark}
      title={`Page ${countText(page)} has no rows`}
      actions={
        <Button variant="primary" onPress={() => onPage(lastPage ?? 1)}>
          {lastPage === null ? 'Go to the first page' : 'Go to the last page'}
        </Button>
      }
    >
      {lastPage === null
        ? 'The rows end before this page.'
        : `At ${size} rows per page, page ${countText(lastPage)} is the last.`}
    </MessageBlock>
  );
};

/** The rows of a page, or what stands in their place. */
export const PagedRows = <Name extends Resource>({
  list: { definition, view, actions },
  page: { listing, error, reading, nextTryAt, items, matching, marks, total },
  look,
  onRetry,
  loadAll,
}: PagedRowsProps<Name>) => {
  const { resource, title, rowJson, Empty } = definition;
  const { search, change } = view;
  if (!listing && !error) return <Skeleton columns={look.columns} rows={search.size} density={look.density} />;
  if (matching.length > 0 && listing) {
    return (
      <DataTable
        name={title}
        pageKey={`${listing.page}/${listing.pageSize}`}
        look={look}
        items={matching}
        marks={marks}
        stale={error !== null}
        actions={{ ...actions, rowJson }}
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
    if (search.page === 1) return <Empty />;
    return <PageWithoutRows page={search.page} size={search.size} total={total} onPage={(page) => change({ page })} />;
  };
  return <div className="listing-middle">{message()}</div>;
};
