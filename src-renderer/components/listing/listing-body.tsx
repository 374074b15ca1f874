import { FileQuestionMark } from 'lucide-react';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import { countText } from '#ui/values/number-text.ts';
import { DataTable } from './table/data-table.tsx';
import type { RowMarks } from './table/row-changes.ts';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { TableRow } from './table/table-types.ts';
import type { ListingPageProps } from './listing-page.tsx';
import { NoMatch } from './filters/no-match.tsx';
import { lastPageOf } from './pager/pager-arithmetic.ts';
import type { Density } from '#ui/table/density.ts';
import { Skeleton } from '#ui/table/skeleton.tsx';

interface ListingBodyProps<Row extends TableRow> extends ListingPageProps<Row> {
  readonly total: number | null;
  /** The rows of the page that pass its filters. */
  readonly items: readonly ListedRow<Row>[];
  readonly marks: RowMarks;
  readonly density: Density;
  readonly onRetry: () => void;
}

/** The middle of a listing: rows, or what stands in their place. */
export const ListingBody = <Row extends TableRow>(props: ListingBodyProps<Row>) => {
  const {
    topic,
    title,
    columns,
    state,
    search,
    onSearch,
    empty,
    total,
    items,
    marks,
    density,
    filters,
    onRetry,
    openId,
    onOpen,
    onClose,
    rowJson,
    menuMore,
  } = props;
  const { listing, error, reading } = state;
  if (!listing) {
    if (error) {
      return (
        <div className="listing-middle">
          <ErrorBlock error={error} busy={reading} nextTryAt={state.nextTryAt} onRetry={onRetry} />
        </div>
      );
    }
    return <Skeleton columns={columns} rows={search.size} density={density} />;
  }
  if (listing.rows.length > 0 && items.length === 0) {
    return (
      <div className="listing-middle">
        <NoMatch
          rows={listing.rows.length}
          total={listing.total}
          things={topic}
          onClear={filters.onClear}
          loadAll={props.loadAllPrimary}
        />
      </div>
    );
  }
  if (listing.rows.length > 0) {
    return (
      <DataTable
        pageKey={`${listing.page}/${listing.pageSize}`}
        name={title}
        columns={columns}
        items={items}
        marks={marks}
        density={density}
        stale={error !== null}
        {...{ openId: openId ?? null, onOpen, onClose, rowJson, menuMore }}
      />
    );
  }
  if (search.page === 1) return <div className="listing-middle">{empty}</div>;
  const lastPage = total === null ? null : lastPageOf(total, search.size);
  return (
    <div className="listing-middle">
      <MessageBlock
        icon={FileQuestionMark}
        title={`Page ${countText(search.page)} has no rows`}
        actions={
          <Button variant="primary" onPress={() => onSearch({ ...search, page: lastPage ?? 1 })}>
            {lastPage === null ? 'Go to the first page' : 'Go to the last page'}
          </Button>
        }
      >
        {lastPage === null
          ? 'The rows end before this page.'
          : `At ${search.size} rows per page, page ${countText(lastPage)} is the last.`}
      </MessageBlock>
    </div>
  );
};
