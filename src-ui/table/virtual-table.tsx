import { useEffect, useEffectEvent } from 'react';
import { ComingRow } from './coming-row.tsx';
import { DataRow } from './data-row.tsx';
import { rowHeights } from './density.ts';
import { GroupRow } from './group-row.tsx';
import type { RowList } from './row-list.ts';
import type { TableActions } from './table-actions.ts';
import { TableHead, type HeadSort } from './table-head.tsx';
import type { TableLook, TableRow } from './table-types.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowMenu } from './use-row-menu.tsx';
import { useVirtualRows } from './use-virtual-rows.ts';
import type { RowRange } from './virtual-space.ts';
import './data-table.css';
import './skeleton.css';
import './virtual-table.css';

interface VirtualTableProps<Row extends TableRow> {
  /** The page's name; the table carries it. */
  readonly name: string;
  readonly look: TableLook<Row>;
  readonly rows: RowList<Row>;
  /** Names what is listed: something else starts at its first row. */
  readonly listKey: string;
  readonly stale: boolean;
  readonly sorting: HeadSort;
  /** Where the open row stands; null while that is not known. */
  readonly openIndex: number | null;
  readonly actions: TableActions<Row>;
  /** Which rows are in view. */
  readonly onRange: (range: RowRange) => void;
}

/** For the rows that are in view by a part. */
const spareElements = 2;

/** Any number of rows as a table of which only those in view are in the document; keys and look as for one page. */
export const VirtualTable = <Row extends TableRow>(props: VirtualTableProps<Row>) => {
  const { name, look, rows, listKey, stale, sorting, openIndex, actions, onRange } = props;
  const { columns, density } = look;
  const { openId = null, open } = actions;
  const { count, itemAt, want, toggle } = rows;
  const virtual = useVirtualRows({ count, rowHeight: rowHeights[density], listKey });
  const { scrollerRef, bodyRef, range, height, windowHeight, rowsInView, isFast, show } = virtual;
  const { first, end } = range;
  const items = Array.from({ length: end - first }, (_item, index) => (isFast ? undefined : itemAt(first + index)));
  const idAt = (index: number): string | null => {
    const item = itemAt(index);
    return item?.kind === 'row' ? item.value.id : null;
  };
  const cursor = useRowCursor(
    {
      count,
      idAt,
      listKey,
      openIndex,
      bodyRef,
      firstIndex: first,
      show,
      screenful: rowsInView,
      showsOpenAtFirst: true,
      toggle,
    },
    actions,
  );
  const { onContextMenu, onMenuKey, menu } = useRowMenu({
    jsonOf: (id) => {
      const item = items.find((each) => each?.kind === 'row' && each.value.id === id);
      return item?.kind === 'row' ? actions.rowJson(item.value) : null;
    },
    onOpen: open,
    more: actions.menuMore,
  });
  const tellRange = useEffectEvent((shown: RowRange) => onRange(shown));
  useEffect(() => {
    want({ first, end });
    tellRange({ first, end });
  }, [first, end, want]);

  // Rows keep their elements in turn: to fill an element anew costs less than to make one.
  const elements = rowsInView + spareElements;

  return (
    <div className="table-scroll virtual-scroll" ref={scrollerRef}>
      <div className="virtual-space" style={{ height }}>
        <div className="virtual-window" style={{ height: windowHeight }}>
          {/* The rows take the focus; their keys arrive here. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <table
            className="data-table"
            aria-label={name}
            aria-rowcount={count + 1}
            data-density={density}
            data-stale={stale || undefined}
            tabIndex={-1}
            onContextMenu={onContextMenu}
            onFocus={cursor.onFocus}
            onBlur={cursor.onBlur}
            onKeyDown={(event) => onMenuKey(event) || cursor.onKeyDown(event)}
          >
            <TableHead columns={columns} sorting={sorting} />
            <tbody ref={bodyRef}>
              {items.map((item, place) => {
                const index = first + place;
                if (isFast) return <ComingRow key={place} index={place} isCursor={false} columns={columns} passing />;
                const isCursor = index === cursor.index;
                const key = index % elements;
                if (item?.kind === 'group') {
                  return <GroupRow key={key} {...{ item, index, isCursor, columns }} onToggle={toggle} />;
                }
                if (item?.kind !== 'row') return <ComingRow key={key} {...{ index, isCursor, columns }} />;
                return (
                  <DataRow
                    key={key}
                    row={item.value}
                    columns={columns}
                    index={index}
                    isCursor={isCursor}
                    isOpen={item.value.id === openId}
                    mark={undefined}
                    onOpen={open}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      </div>
      {menu}
    </div>
  );
};
