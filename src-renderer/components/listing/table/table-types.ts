import type { ReactNode } from 'react';

export interface TableRow {
  readonly id: string;
}

interface Column<Row extends TableRow> {
  /** Also its class: the page's styles give its width and alignment by it. */
  readonly id: string;
  readonly head: string;
  /** What a cell of it shows; a state or a query of its own stands in a component within. */
  readonly cell: (row: Row) => ReactNode;
  /** In pixels, from the widest list to the narrowest; without any it takes its part of what is left. */
  readonly widths?: readonly number[] | undefined;
}

export type Columns<Row extends TableRow> = readonly Column<Row>[];
