import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent } from 'react';
import { ColumnGroup, ColumnResizer } from './column-widths.tsx';
import type { MoveColumn } from './drag-column.ts';
import { type SelectAllState, SelectAllCheckbox, selectColumn } from './select-column.tsx';
import type { TableRow, TableStyle } from './table-types.ts';
import './table-head.css';

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** Sorting by a click on a column header. If omitted, headers are plain text. */
export interface HeadSort {
  readonly sort: TableSort | null;
  readonly by: ReadonlySet<string>;
  readonly onSort: (column: string) => void;
}

interface TableHeadProps<Row extends TableRow> {
  readonly look: TableStyle<Row>;
  readonly sorting?: HeadSort | undefined;
  readonly tick?: SelectAllState | undefined;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: ArrowUp, desc: ArrowDown } as const;

const SortArrow = ({ direction }: Pick<TableSort, 'direction'>) => {
  const Arrow = arrows[direction];
  return <Arrow size={12} strokeWidth={2.25} className="sort-arrow" aria-hidden="true" />;
};

const SortHead = ({
  id,
  text,
  sorting,
}: {
  readonly id: string;
  readonly text: string;
  readonly sorting: HeadSort;
}) => {
  const direction = sorting.sort?.column === id ? sorting.sort.direction : null;
  return (
    <button type="button" className="sort-head inset-focus" onClick={() => sorting.onSort(id)}>
      {text}
      {direction ? <SortArrow direction={direction} /> : null}
    </button>
  );
};

const loadDrag = () => import('./drag-column.ts');

/** Headers can be dragged only with a mouse or pen, because a finger scrolls. */
const drag = (event: PointerEvent, onDrop: MoveColumn): void => {
  const target = event.target as Element;
  const head = target.closest('th');
  if (!head || event.button !== 0 || event.pointerType === 'touch' || target.closest('.column-resizer, .col-select'))
    return;
  const press = { head, x: event.clientX, y: event.clientY };
  void loadDrag().then(({ dragColumn }) => dragColumn(press, onDrop));
};

export const TableHead = <Row extends TableRow>({ look, sorting, tick }: TableHeadProps<Row>) => {
  const { columns, changes } = look;
  const currentSort = sorting?.sort;
  const last = columns.length - 1;
  const moveHead: MoveColumn = (from, before) => {
    const column = columns[from];
    const next = columns.slice(before).find(({ id }) => id !== selectColumn.id);
    if (column) changes?.onMove(column.id, next?.id ?? null);
  };
  return (
    <>
      <ColumnGroup columns={columns} changes={changes} />
      <thead>
        {/* Keyboard users arrange columns in a dialog. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tr
          data-arranged={changes ? true : undefined}
          onPointerEnter={changes ? () => void loadDrag() : undefined}
          onPointerDown={changes ? (event) => drag(event, moveHead) : undefined}
        >
          {columns.map(({ id, head: text }, index) =>
            id === selectColumn.id ? (
              <th key={id} scope="col" className={id} aria-label="Selection">
                {tick ? <SelectAllCheckbox {...tick} /> : null}
              </th>
            ) : (
              <th
                key={id}
                scope="col"
                className={id}
                // Excludes the resize handle's name.
                aria-label={changes ? text : undefined}
                aria-sort={currentSort?.column === id ? ariaSorts[currentSort.direction] : undefined}
              >
                {sorting?.by.has(id) ? (
                  <SortHead id={id} text={text} sorting={sorting} />
                ) : (
                  <>
                    {text}
                    {currentSort?.column === id ? <SortArrow direction={currentSort.direction} /> : null}
                  </>
                )}
                {changes && index < last ? (
                  <ColumnResizer
                    name={text}
                    width={changes.widths[id]}
                    onWidth={(width) => changes.onWidth(id, width)}
                  />
                ) : null}
              </th>
            ),
          )}
        </tr>
      </thead>
    </>
  );
};
