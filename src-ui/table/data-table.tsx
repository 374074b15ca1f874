import { useMemo, useRef, useLayoutEffect, type UIEvent } from 'react';
import { DataRow, MalformedRow } from './data-row.tsx';
import type { RowMarks, TableItem, TableStyle, TableRow } from './table-types.ts';
import type { TableActions } from './use-row-menu.tsx';
import { type HeadSort, TableHead } from './table-head.tsx';
import { useTableRows } from './use-table-rows.ts';
import './data-table.css';

const usePageScroll = (pageKey: string) => {
  const scrollerRef = useRef<HTMLDivElement>(null);
  // Scrolling forces a layout of all rows, so a page that is already at its top isn't scrolled.
  const isScrolled = useRef(false);
  const lastPage = useRef(pageKey);
  useLayoutEffect(() => {
    if (lastPage.current === pageKey) return;
    lastPage.current = pageKey;
    if (!isScrolled.current) return;
    isScrolled.current = false;
    scrollerRef.current?.scrollTo(0, 0);
  }, [pageKey]);

  return {
    scrollerRef,
    onScroll: ({ currentTarget: { scrollTop, scrollLeft } }: UIEvent) => {
      isScrolled.current = scrollTop > 0 || scrollLeft > 0;
    },
  };
};

interface DataTableProps<Row extends TableRow> {
  readonly name: string;
  readonly look: TableStyle<Row>;
  readonly items: readonly TableItem<Row>[];
  /** Identifies the page. A different page starts at its first row. */
  readonly pageKey: string;
  readonly sorting?: HeadSort;
  readonly marks?: RowMarks;
  readonly stale?: boolean;
  readonly actions: TableActions<Row>;
  /** True if rows may arrive at any time. A click then reaches the row that was pressed. Slower to page. */
  readonly isLive?: boolean;
}

export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { name, look, items, pageKey, sorting, marks, stale, actions, isLive = false } = props;
  const { columns, density } = look;
  const { openId = null } = actions;
  const { scrollerRef, onScroll } = usePageScroll(pageKey);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => items.map((item) => (item.kind === 'row' ? item.value.id : null)), [items]);
  const openIndex = openId === null ? -1 : ids.indexOf(openId);
  const idAt = (index: number): string | null => ids[index] ?? null;
  const { cursor, tick, handlers, propsOf, menu } = useTableRows(
    {
      count: ids.length,
      idAt,
      listKey: pageKey,
      openIndex: openIndex === -1 ? null : openIndex,
      bodyRef,
    },
    actions,
    (id) => {
      const item = items[ids.indexOf(id)];
      return item?.kind === 'row' ? item.value : undefined;
    },
  );
  return (
    <div className="table-scroll" ref={scrollerRef} onScroll={onScroll}>
      <table className="data-table" aria-label={name} data-density={density} data-stale={stale || undefined}>
        <TableHead look={look} sorting={sorting} tick={tick} />
        {/* The rows have the focus. This element handles their keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={bodyRef} {...handlers}>
          {items.map((item, index) =>
            item.kind === 'malformed' ? (
              // An unreadable row has no key except its index. Reusing elements by index also makes paging fast.
              <MalformedRow key={index} item={item} columns={columns.length} isCursor={index === cursor} />
            ) : (
              <DataRow
                key={isLive ? item.value.id : index}
                columns={columns}
                mark={marks?.get(item.value.id)}
                {...propsOf(item.value, index)}
              />
            ),
          )}
        </tbody>
      </table>
      {menu}
    </div>
  );
};
