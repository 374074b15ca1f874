import { memo, useState } from 'react';
import { RowCopy } from '../controls/copy.tsx';
import type { Columns, RowMark, TableRow } from './table-types.ts';

interface DataRowProps<Row extends TableRow> {
  readonly row: Row;
  /** Those that are shown, in their order. */
  readonly columns: Columns<Row>;
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

const DataRowInner = <Row extends TableRow>(props: DataRowProps<Row>) => {
  const { row, columns, index: place, isCursor, isOpen, mark, onOpen } = props;
  const { id } = row;
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
      {columns.map((column, index) => (
        <td key={column.id} className={column.id}>
          {column.cell(row)}
          {column.id === 'col-id' && (hovered || isCursor) ? <RowCopy id={id} /> : null}
          {index === 0 && mark ? <Mark mark={mark} /> : null}
        </td>
      ))}
    </tr>
  );
};

/** One row of a table; it is drawn again where its row, the columns or its marks change. */
export const DataRow = memo(DataRowInner) as typeof DataRowInner;
