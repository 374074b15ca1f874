import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { TableRow } from '../../listing/table/table-types.ts';
import type { RowRange } from '#ui/table/virtual-space.ts';

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
export interface RowSource<Row extends TableRow> {
  readonly count: number;
  /** undefined while the row is not there yet. */
  readonly itemAt: (index: number) => ListedRow<Row> | GroupItem | undefined;
  /** The rows that are in view; the same function until what is listed changes. */
  readonly want: (range: RowRange) => void;
  /** Opens or closes a group. */
  readonly toggle?: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
}
