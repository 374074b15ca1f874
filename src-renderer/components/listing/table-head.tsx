import { ArrowDown, ArrowUp } from 'lucide-react';
import { ColumnResizer } from './column-resizer.tsx';
import { useColumnWidths } from './column-widths.ts';
import type { Columns, TableRow } from './table-types.ts';
import './table-head.css';

/** By which column rows stand in order; `column` is its id. */
export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** What a press on a column's head does; left out: the heads are words only. */
export interface HeadSort {
  readonly sort: TableSort | null;
  /** The columns that can be sorted by. */
  readonly by: ReadonlySet<string>;
  readonly onSort: (column: string) => void;
}

interface TableHeadProps<Row extends TableRow> {
  readonly columns: Columns<Row>;
  readonly sorting?: HeadSort | undefined;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: ArrowUp, desc: ArrowDown } as const;

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
  const Arrow = direction && arrows[direction];
  return (
    <button type="button" className="sort-head" onClick={() => sorting.onSort(id)}>
      {text}
      {Arrow ? <Arrow size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
    </button>
  );
};

const widthStyle = (width: number | undefined) => (width === undefined ? undefined : { width });

/** The columns of a table and their heads; where rows can be sorted, each head is a button. */
export const TableHead = <Row extends TableRow>({ columns, sorting }: TableHeadProps<Row>) => {
  const heads = columns.map(({ id = '', header }) => ({ id, text: typeof header === 'string' ? header : '' }));
  const sorted = sorting?.sort;
  const resizing = useColumnWidths();
  const last = heads.length - 1;
  return (
    <>
      <colgroup>
        {heads.map(({ id }) => (
          // By the CSSOM, which the policy of the pages lets pass.
          <col key={id} className={id} style={widthStyle(resizing?.widths[id])} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {heads.map(({ id, text }, index) => (
            <th
              key={id}
              scope="col"
              className={id}
              // Without the handle of its width.
              aria-label={resizing ? text : undefined}
              aria-sort={sorted?.column === id ? ariaSorts[sorted.direction] : undefined}
            >
              {sorting?.by.has(id) ? <SortHead id={id} text={text} sorting={sorting} /> : text}
              {resizing && index < last ? (
                <ColumnResizer
                  name={text}
                  width={resizing.widths[id]}
                  onWidth={(width) => resizing.onWidth(id, width)}
                />
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
};
