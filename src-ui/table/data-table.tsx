import { useMemo } from 'react';
import { DataRow } from './data-row.tsx';
import { rowHeights } from './density.ts';
import { MalformedRow } from './malformed-row.tsx';
import { useRowsByTurns } from './rows-by-turns.ts';
import type { TableActions } from './table-actions.ts';
import { TableHead } from './table-head.tsx';
import type { RowMarks, TableItem, TableLook, TableRow } from './table-types.ts';
import { usePageScroll } from './use-page-scroll.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowMenu } from './use-row-menu.tsx';
import './data-table.css';

interface DataTableProps<Row extends TableRow> {
  /** The page's name; the table carries it. */
  readonly name: string;
  readonly look: TableLook<Row>;
  readonly items: readonly TableItem<Row>[];
  /** Names the page: another one starts at its first row. */
  readonly pageKey: string;
  /** What the last refresh changed. */
  readonly marks: RowMarks;
  /** The rows are older than they should be. */
  readonly stale: boolean;
  readonly actions: TableActions<Row>;
}

/** One page of rows as a table: rows are reached by arrows or J and K, opened by Enter or click, their id copied by C. */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { name, look, items, pageKey, marks, stale, actions } = props;
  const { columns, density } = look;
  const { openId = null, open } = actions;
  const { scrollerRef, bodyRef, onScroll, rowsInView } = usePageScroll(pageKey, rowHeights[density]);
  const rows = useRowsByTurns(items, rowsInView);
  const ids = useMemo(() => items.map((item) => (item.kind === 'row' ? item.value.id : null)), [items]);
  const openIndex = openId === null ? -1 : ids.indexOf(openId);
  const cursor = useRowCursor(
    {
      count: ids.length,
      idAt: (index) => ids[index] ?? null,
      listKey: pageKey,
      openIndex: openIndex === -1 ? null : openIndex,
      bodyRef,
      show: (index) => bodyRef.current?.querySelectorAll('tr[tabindex]')[index]?.scrollIntoView({ block: 'nearest' }),
    },
    actions,
  );
  const { onContextMenu, onMenuKey, menu } = useRowMenu({
    jsonOf: (id) => {
      const item = items[ids.indexOf(id)];
      return item?.kind === 'row' ? actions.rowJson(item.value) : null;
    },
    onOpen: open,
    more: actions.menuMore,
  });
  return (
    <div className="table-scroll" ref={scrollerRef} onScroll={onScroll}>
      <table className="data-table" aria-label={name} data-density={density} data-stale={stale || undefined}>
        <TableHead columns={columns} />
        {/* The rows take the focus; their keys arrive here. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          ref={bodyRef}
          onKeyDown={(event) => onMenuKey(event) || cursor.onKeyDown(event)}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
          onContextMenu={onContextMenu}
        >
          {rows.map((item, index) =>
            item.kind === 'malformed' ? (
              // The place is the only name such a row has, and reusing a place's elements makes a page flip cheap.
              <MalformedRow key={index} item={item} columns={columns.length} isCursor={index === cursor.index} />
            ) : (
              <DataRow
                key={index}
                row={item.value}
                columns={columns}
                isCursor={index === cursor.index}
                isOpen={item.value.id === openId}
                mark={marks.get(item.value.id)}
                onOpen={open}
              />
            ),
          )}
        </tbody>
      </table>
      {menu}
    </div>
  );
};
