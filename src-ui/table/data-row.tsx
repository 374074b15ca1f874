import { ChevronRight, TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { RowCopy } from '../controls/controls.tsx';
import { lazyPart } from '../state/lazy-part.tsx';
import { countText } from '../values/number-text.ts';
import { RowTick, selectColumn, selectsHow } from './select-column.tsx';
import type { Columns, GroupItem, MalformedItem, RowMark, TableRow } from './table-types.ts';
import { SkeletonCells } from './skeleton-line.tsx';

// Loaded lazily, because unreadable rows are rare.
const CodeBlock = lazyPart(() => import('../values/code-block.tsx'), 'CodeBlock');

interface DataRowProps<Row extends TableRow> {
  readonly row: Row;
  readonly columns: Columns<Row>;
  /** Index among all rows, from 0. Set if the table holds only visible rows. */
  readonly index?: number | undefined;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly mark: RowMark | undefined;
  readonly onOpen: ((id: string, how: 'open') => void) | undefined;
  readonly isSelected?: boolean | undefined;
  readonly onSelect?: ((id: string, how: 'one' | 'reach') => void) | undefined;
}

const markTexts: Record<RowMark, string> = { changed: 'Changed at the last refresh', new: 'New at the last refresh' };

const Mark = ({ mark }: { readonly mark: RowMark }) => (
  <span className="row-mark" title={markTexts[mark]}>
    <span className="visually-hidden">{markTexts[mark]}</span>
  </span>
);

const DataRowInner = <Row extends TableRow>(props: DataRowProps<Row>) => {
  const { row, columns, index: place, isCursor, isOpen, mark, onOpen, isSelected, onSelect } = props;
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
      aria-selected={isSelected}
      data-opens={onOpen ? true : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      // Selecting rows must neither select text nor move the focus.
      onMouseDown={onSelect ? (event) => void (selectsHow(event) && event.preventDefault()) : undefined}
      onClick={(event) => {
        const selectionMode = onSelect ? selectsHow(event) : null;
        if (selectionMode === null) return onOpen?.(id, 'open');
        event.currentTarget.focus({ preventScroll: true });
        onSelect?.(id, selectionMode);
      }}
    >
      {columns.map((column, index) => (
        <td key={column.id} className={column.id}>
          {column.id === selectColumn.id ? <RowTick id={id} isSelected={isSelected ?? false} /> : column.cell(row)}
          {column.id === 'col-id' && (hovered || isCursor) ? <RowCopy id={id} /> : null}
          {index === 0 && mark ? <Mark mark={mark} /> : null}
        </td>
      ))}
    </tr>
  );
};

export const DataRow = memo(DataRowInner) as typeof DataRowInner;

interface SkeletonRowProps {
  readonly index: number;
  readonly isCursor: boolean;
  readonly passing?: boolean;
  readonly columns: readonly { readonly id: string }[];
}

export const SkeletonRow = memo(({ index, isCursor, columns, passing = false }: SkeletonRowProps) => (
  <tr
    className="data-row coming"
    {...(passing ? undefined : { 'data-index': index, 'aria-rowindex': index + 2, tabIndex: isCursor ? 0 : -1 })}
  >
    <SkeletonCells at={index} columns={columns} />
  </tr>
));
SkeletonRow.displayName = 'SkeletonRow';

interface MalformedRowProps {
  readonly item: MalformedItem;
  readonly columns: number;
  readonly isCursor: boolean;
}

export const MalformedRow = memo(({ item, columns, isCursor }: MalformedRowProps) => {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <>
      <tr className="data-row malformed" tabIndex={isCursor ? 0 : -1}>
        <td colSpan={columns}>
          <div className="malformed-line row">
            <TriangleAlert size={16} aria-hidden="true" />
            <span className="truncate">
              Row {item.index + 1} couldn't be read. <span className="malformed-problem">{item.problem}</span>
            </span>
            <button
              type="button"
              className="link-button"
              aria-expanded={isExpanded}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? 'Hide JSON' : 'Show JSON'}
            </button>
          </div>
        </td>
      </tr>
      {isExpanded ? (
        <tr className="malformed-json">
          <td colSpan={columns}>
            <CodeBlock json={item.json} label={`JSON of row ${item.index + 1}`} />
          </td>
        </tr>
      ) : null}
    </>
  );
});
MalformedRow.displayName = 'MalformedRow';

interface GroupRowProps {
  readonly item: GroupItem;
  readonly index: number;
  readonly isCursor: boolean;
  readonly columns: readonly { readonly id: string }[];
  readonly onToggle: ((index: number, how: 'other') => void) | undefined;
}

export const GroupRow = ({ item, index, isCursor, columns, onToggle }: GroupRowProps) => (
  <tr
    className="data-row group-row"
    data-index={index}
    data-opens
    aria-rowindex={index + 2}
    tabIndex={isCursor ? 0 : -1}
    onClick={() => onToggle?.(index, 'other')}
  >
    {/* Positioned over all cells, because a cell that spans columns would count columns that a narrow table hides. */}
    {columns.map(({ id }, column) => (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      <td key={id} className={id}>
        {column === 0 ? (
          <button type="button" className="group-line row" tabIndex={-1} aria-expanded={item.open}>
            <ChevronRight size={14} className={item.open ? 'group-open' : undefined} aria-hidden="true" />
            <bdi className="truncate">{item.label}</bdi>
            <span className="group-count number">{countText(item.count)}</span>
          </button>
        ) : null}
      </td>
    ))}
  </tr>
);
