import { useEffect, useEffectEvent, useRef } from 'react';
import type { TableRow } from '../../listing/table/table-types.ts';
import type { RowSource } from '../row-cache/row-source.ts';
import type { RowRange } from '#ui/table/virtual-space.ts';

/** How long the rows in view must stay the same: what passes by is asked about by nobody. */
const restMs = 150;

const isSame = <Row>(rows: readonly Row[], others: readonly Row[]): boolean =>
  rows.length === others.length && rows.every((row, index) => row === others[index]);

/** Tells the rows in view when scrolling has come to rest, and again when one of them was read anew. */
export const useRowsInView = <Row extends TableRow>(
  source: RowSource<Row> | null,
  { first, end }: RowRange,
  onRows: ((rows: readonly Row[]) => void) | undefined,
): void => {
  const told = useRef<readonly Row[]>([]);
  const tell = useEffectEvent(() => {
    const rows: Row[] = [];
    for (let index = first; index < end; index += 1) {
      const item = source?.itemAt(index);
      if (item?.kind === 'row') rows.push(item.value);
    }
    if (isSame(rows, told.current)) return;
    told.current = rows;
    onRows?.(rows);
  });
  // At each drawing: rows come into the source without another range or source.
  useEffect(() => {
    const timer = setTimeout(tell, restMs);
    return () => clearTimeout(timer);
  });
};
