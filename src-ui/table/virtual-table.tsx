import { useEffect, useEffectEvent } from 'react';
import { SkeletonRow, DataRow, GroupRow } from './data-row.tsx';
import { rowHeights, type RowList, type TableStyle, type TableRow } from './table-types.ts';
import type { TableActions } from './use-row-menu.tsx';
import { TableHead, type HeadSort } from './table-head.tsx';
import { useTableRows } from './use-table-rows.ts';
import { type RowRange, useVirtualRows } from './use-virtual-rows.ts';
import './data-table.css';
import './skeleton.css';
import './virtual-table.css';

interface VirtualTableProps<Row extends TableRow> {
  readonly name: string;
  readonly look: TableStyle<Row>;
  readonly rows: RowList<Row>;
  readonly listKey: string;
  readonly stale?: boolean;
  readonly sorting?: HeadSort;
  readonly openIndex: number | null;
  readonly actions: TableActions<Row>;
  readonly onRange?: (range: RowRange) => void;
}

/** Extra elements, because a row may be partly visible at each end. */
const extraElements = 2;

export const VirtualTable = <Row extends TableRow>(props: VirtualTableProps<Row>) => {
  const { name, look, rows, listKey, stale, sorting, openIndex, actions, onRange } = props;
  const { columns, density } = look;
  const { count, itemAt, want, toggle } = rows;
  const virtual = useVirtualRows({ count, rowHeight: rowHeights[density], listKey });
  const { scrollerRef, bodyRef, range, height, windowHeight, rowsInView, isFast, show } = virtual;
  const { first, end } = range;
  const items = Array.from({ length: end - first }, (_item, index) => (isFast ? undefined : itemAt(first + index)));
  const idAt = (index: number): string | null | undefined => {
    const item = itemAt(index);
    return item?.kind === 'row' ? item.value.id : item && null;
  };
  const { cursor, tick, handlers, propsOf, menu } = useTableRows(
    {
      count,
      idAt,
      listKey,
      openIndex,
      bodyRef,
      firstIndex: first,
      show,
      screenful: rowsInView,
      toggle,
    },
    actions,
    (id) => {
      const item = items.find((each) => each?.kind === 'row' && each.value.id === id);
      return item?.kind === 'row' ? item.value : undefined;
    },
  );
  const reportRange = useEffectEvent((shown: RowRange) => onRange?.(shown));
  useEffect(() => {
    want({ first, end });
    reportRange({ first, end });
  }, [first, end, want]);

  // Reuses row elements, because updating an element is cheaper than creating one.
  const elements = rowsInView + extraElements;

  return (
    <div className="table-scroll virtual-scroll" ref={scrollerRef}>
      <div className="virtual-space" style={{ height }}>
        <div className="virtual-window" style={{ height: windowHeight }}>
          {/* The rows have the focus. This element handles their keys. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <table
            className="data-table"
            aria-label={name}
            aria-rowcount={count + 1}
            data-density={density}
            data-stale={stale || undefined}
            // If the cursor's row isn't rendered, Tab reaches the table itself.
            tabIndex={cursor >= first && cursor < end ? -1 : 0}
            {...handlers}
          >
            <TableHead look={look} sorting={sorting} tick={tick} />
            <tbody ref={bodyRef}>
              {items.map((item, place) => {
                const index = first + place;
                if (isFast) return <SkeletonRow key={place} index={place} isCursor={false} columns={columns} passing />;
                const isCursor = index === cursor;
                const key = index % elements;
                if (item?.kind === 'group') {
                  return <GroupRow key={key} {...{ item, index, isCursor, columns }} onToggle={toggle} />;
                }
                if (item?.kind !== 'row') return <SkeletonRow key={key} {...{ index, isCursor, columns }} />;
                return (
                  <DataRow key={key} columns={columns} index={index} mark={undefined} {...propsOf(item.value, index)} />
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
