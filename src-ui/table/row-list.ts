import type { TableItem, TableRow } from './table-types.ts';
import type { RowRange } from './virtual-space.ts';

/** The head of rows that share a value. */
export interface GroupItem {
  readonly kind: 'group';
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Whether its rows are shown below it. */
  readonly open: boolean;
}

/** What a virtual table lists, in whichever way its rows come. */
export interface RowList<Row extends TableRow> {
  readonly count: number;
  /** undefined while the row is not there yet. */
  readonly itemAt: (index: number) => TableItem<Row> | GroupItem | undefined;
  /** The rows that are in view; the same function until what is listed changes. */
  readonly want: (range: RowRange) => void;
  /** Opens or closes a group. */
  readonly toggle?: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
}
