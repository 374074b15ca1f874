import { useMemo } from 'react';
import { DataRow } from './data-row.tsx';
import { MalformedRow } from './malformed-row.tsx';
import { noMarks, type RowMarks } from './row-changes.ts';
import { TableHead } from './table-head.tsx';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { Columns, TableRow } from './table-types.ts';
import { rowHeights, type Density } from '#ui/table/density.ts';
import { usePageScroll } from './use-page-scroll.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowMenu, type RowMenuMore } from './use-row-menu.tsx';
import { useRowsByTurns } from '#ui/table/rows-by-turns.ts';
import '#ui/table/data-table.css';

interface DataTableProps<Row extends TableRow> {
  /** The page's name; the table carries it. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly items: readonly ListedRow<Row>[];
  /** Names the page: another one starts at its first row. */
  readonly pageKey: string;
  /** What the last refresh changed. */
  readonly marks?: RowMarks;
  readonly density?: Density;
  /** The rows are older than they should be. */
  readonly stale?: boolean;
  readonly openId?: string | null;
  readonly onOpen?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** A row as JSON text, for the clipboard. */
  readonly rowJson: (row: Row) => string;
  readonly menuMore?: RowMenuMore | undefined;
}

/** One page of rows as a table: rows are reached by arrows or J and K, opened by Enter or click, their id copied by C. */
export const DataTable = <Row extends TableRow>({
  name,
  columns,
  items,
  pageKey,
  marks = noMarks,
  density = 'normal',
  stale = false,
  openId = null,
  onOpen,
  onClose,
  rowJson,
  menuMore,
}: DataTableProps<Row>) => {
  const { scrollerRef, onScroll, rowsInView } = usePageScroll(pageKey, rowHeights[density]);
  const rows = useRowsByTurns(items, rowsInView);
  const ids = useMemo(() => items.map((item) => (item.kind === 'row' ? item.value.id : null)), [items]);
  const { index: cursor, bodyRef, onKeyDown, onFocus } = useRowCursor({ ids, pageKey, openId, onOpen, onClose });
  const { onContextMenu, onMenuKey, menu } = useRowMenu({
    jsonOf: (id) => {
      const item = items[ids.indexOf(id)];
      return item?.kind === 'row' ? rowJson(item.value) : null;
    },
    onOpen,
    more: menuMore,
  });

  return (
    <div className="table-scroll" ref={scrollerRef} onScroll={onScroll}>
      <table className="data-table" aria-label={name} data-density={density} data-stale={stale || undefined}>
        <TableHead columns={columns} />
        {/* The rows take the focus; their keys arrive here. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          ref={bodyRef}
          onKeyDown={(event) => onMenuKey(event) || onKeyDown(event)}
          onFocus={onFocus}
          onContextMenu={onContextMenu}
        >
          {rows.map((item, index) =>
            item.kind === 'malformed' ? (
              // The place is the only name such a row has, and reusing a place's elements makes a page flip cheap.
              <MalformedRow key={index} item={item} columns={columns.length} isCursor={index === cursor} />
            ) : (
              <DataRow
                key={index}
                row={item.value}
                columns={columns}
                isCursor={index === cursor}
                isOpen={item.value.id === openId}
                mark={marks.get(item.value.id)}
                onOpen={onOpen}
              />
            ),
          )}
        </tbody>
      </table>
      {menu}
    </div>
  );
};
