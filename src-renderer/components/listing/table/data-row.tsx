import { flexRender, type Row } from '@tanstack/react-table';
import { memo, useState } from 'react';
import { RowCopy } from '#ui/controls/copy.tsx';
import type { RowMark } from './row-changes.ts';
import type { Features, ListingItem, TableRow } from './table-types.ts';

interface DataRowProps {
  readonly row: Row<Features, ListingItem<TableRow>>;
  /** Those that are shown; the row itself has no other way to tell that they changed. */
  readonly columns: readonly unknown[];
  readonly id: string;
  /** Its place among all rows, from 0, where the table holds only those in view. */
  readonly index?: number | undefined;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly mark: RowMark | undefined;
  readonly onOpen: ((id: string, how: 'open') => void) | undefined;
}

const markTexts: Record<RowMark, string> = { changed: 'Changed at the last refresh', new: 'New at the last refresh' };

const Mark = ({ mark }: { readonly mark: RowMark }) => (
  <span className="row-mark" title={markTexts[mark]}>
    <span className="visually-hidden">{markTexts[mark]}</span>
  </span>
);

const DataRowInner = ({ row, id, index: place, isCursor, isOpen, mark, onOpen }: DataRowProps) => {
  const [hovered, setHovered] = useState(false);
  return (
    <tr
      className="data-row"
      data-row-id={id}
      data-index={place}
      aria-rowindex={place === undefined ? undefined : place + 2}
      tabIndex={isCursor ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      data-opens={onOpen ? true : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onClick={() => onOpen?.(id, 'open')}
    >
      {row.getAllCells().map((cell, index) => (
        <td key={cell.column.id} className={cell.column.id}>
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
          {cell.column.id === 'col-id' && (hovered || isCursor) ? <RowCopy id={id} /> : null}
          {index === 0 && mark ? <Mark mark={mark} /> : null}
        </td>
      ))}
    </tr>
  );
};

/** The table makes new row objects with every reply; what was received decides whether a row is drawn again. */
export const DataRow = memo(
  DataRowInner,
  (before, after) =>
    before.row.original === after.row.original &&
    before.row.table === after.row.table &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.isCursor === after.isCursor &&
    before.isOpen === after.isOpen &&
    before.mark === after.mark &&
    before.onOpen === after.onOpen,
) as unknown as <R extends TableRow>(
  props: Omit<DataRowProps, 'row'> & { readonly row: Row<Features, ListingItem<R>> },
) => React.ReactNode;
