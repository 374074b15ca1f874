import type { ReactNode } from 'react';
import type { SizedColumn } from './column-group.tsx';
import type { Density } from './density.ts';

export interface TableRow {
  readonly id: string;
}

interface Column<Row extends TableRow> extends SizedColumn {
  readonly head: string;
  /** What a cell of it shows; a state or a query of its own stands in a component within. */
  readonly cell: (row: Row) => ReactNode;
}

export type Columns<Row extends TableRow> = readonly Column<Row>[];

/** How a table is drawn: the columns that are shown, in their order, and how high its rows are. */
export interface TableLook<Row extends TableRow> {
  readonly columns: Columns<Row>;
  readonly density: Density;
}

/** A row that came in a form nobody knows. */
export interface MalformedItem {
  readonly kind: 'malformed';
  /** Its place, from 0. */
  readonly index: number;
  /** What is wrong with it, one line. */
  readonly problem: string;
  readonly json: string;
}

/** What a table lists. */
export type TableItem<Row> = { readonly kind: 'row'; readonly value: Row } | MalformedItem;

/** What a refresh did to a row. */
export type RowMark = 'changed' | 'new';

/** The rows that a refresh has changed, by their ids. */
export type RowMarks = ReadonlyMap<string, RowMark>;
