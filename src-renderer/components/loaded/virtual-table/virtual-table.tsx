import { useEffect, useEffectEvent } from 'react';
import { DataRow } from '../../listing/table/data-row.tsx';
import { TableHead, type HeadSort } from '../../listing/table/table-head.tsx';
import type { Columns, TableRow } from '../../listing/table/table-types.ts';
import { rowHeights, type Density } from '#ui/table/density.ts';
import { useRowMenu, type RowMenuMore } from '../../listing/table/use-row-menu.tsx';
import { ComingRow } from './coming-row.tsx';
import { GroupRow } from '../groups/group-row.tsx';
import type { RowSource } from '../row-cache/row-source.ts';
import { useVirtualCursor } from './use-virtual-cursor.ts';
import { useVirtualRows } from '#ui/table/use-virtual-rows.ts';
import type { RowRange } from '#ui/table/virtual-space.ts';
import '#ui/table/data-table.css';
import '#ui/table/skeleton.css';
import './virtual-table.css';

interface VirtualTableProps<Row extends TableRow> {
  /** The page's name; the table carries it. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly source: RowSource<Row>;
  /** Names what is listed: something else starts at its first row. */
  readonly listKey: string;
  readonly density: Density;
  readonly stale?: boolean;
  readonly sorting?: HeadSort | undefined;
  readonly openId?: string | null;
  /** Where the open row stands; null while that is not known. */
  readonly openIndex?: number | null;
  readonly onOpen?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly rowJson: (row: Row) => string;
  readonly menuMore?: RowMenuMore | undefined;
  /** Which rows are in view. */
  readonly onRange?: ((range: RowRange) => void) | undefined;
}

/** For the rows that are in view by a part. */
const spareElements = 2;

/** Any number of rows as a table of which only those in view are in the document; keys and look as for one page. */
export const VirtualTable = <Row extends TableRow>(props: VirtualTableProps<Row>) => {
  const { name, columns, source, listKey, density, stale = false, sorting, rowJson, menuMore, onRange } = props;
  const { openId = null, openIndex = null, onOpen, onClose } = props;
  const { count, itemAt, want, toggle } = source;
  const rows = useVirtualRows({ count, rowHeight: rowHeights[density], listKey });
  const { scrollerRef, bodyRef, range, height, windowHeight, rowsInView, isFast } = rows;
  const { first, end } = range;

  const items = Array.from({ length: end - first }, (_item, index) => (isFast ? undefined : itemAt(first + index)));
  const idAt = (index: number): string | null => {
    const item = itemAt(index);
    return item?.kind === 'row' ? item.value.id : null;
  };
  const cursor = useVirtualCursor({
    rows,
    count,
    listKey,
    idAt,
    openId,
    openIndex,
    onOpen,
    onClose,
    onToggle: toggle && ((index, how) => toggle(index, how)),
  });
  const { onContextMenu, onMenuKey, menu } = useRowMenu({
    jsonOf: (id) => {
      const item = items.find((each) => each?.kind === 'row' && each.value.id === id);
      return item?.kind === 'row' ? rowJson(item.value) : null;
    },
    onOpen,
    more: menuMore,
  });

  const tellRange = useEffectEvent((shown: RowRange) => onRange?.(shown));
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
                    onOpen={onOpen}
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
