import type { ReactNode } from 'react';
import type { HeadChanges, SizedColumn } from './column-widths.tsx';
import type { RowRange } from './use-virtual-rows.ts';

export type Density = 'compact' | 'normal' | 'relaxed';
export const densities: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact'],
  ['normal', 'Default'],
  ['relaxed', 'Relaxed'],
];

/** Row heights in px. Must equal those in data-table.css. */
export const rowHeights: Record<Density, number> = { compact: 30, normal: 36, relaxed: 44 };

export interface GroupItem {
  readonly kind: 'group';
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly open: boolean;
}

export interface RowList<Row extends TableRow> {
  readonly count: number;
  readonly itemAt: (index: number) => TableItem<Row> | GroupItem | undefined;
  /** Called with the visible rows. Stays the same function until the list changes. */
  readonly want: (range: RowRange) => void;
  readonly toggle?: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
}

/** Returns a list whose rows are all in memory. */
export const rowListOf = <Row extends TableRow>(rows: readonly Row[]): RowList<Row> => {
  const items = rows.map((value) => ({ kind: 'row', value }) as const);
  return { count: items.length, itemAt: (index) => items[index], want: () => undefined };
};

export interface TableRow {
  readonly id: string;
}

interface Column<Row extends TableRow> extends SizedColumn {
  readonly head: string;
  readonly isOptional?: boolean;
  /** Renders a cell. Content with state needs its own component. */
  readonly cell: (row: Row) => ReactNode;
}

export type Columns<Row extends TableRow> = readonly Column<Row>[];

export interface TableStyle<Row extends TableRow> {
  readonly columns: Columns<Row>;
  readonly density: Density;
  /** Lets the user resize and move columns. */
  readonly changes?: HeadChanges;
}

export interface MalformedItem {
  readonly kind: 'malformed';
  readonly index: number;
  readonly problem: string;
  readonly json: string;
}

export type TableItem<Row> = { readonly kind: 'row'; readonly value: Row } | MalformedItem;

export type RowMark = 'changed' | 'new';

export type RowMarks = ReadonlyMap<string, RowMark>;
