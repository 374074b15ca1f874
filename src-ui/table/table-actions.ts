import type { TableRow } from './table-types.ts';
import type { CursorActions } from './use-row-cursor.ts';
import type { RowMenuMore } from './use-row-menu.tsx';

/** What can be done with the rows of a table. */
export interface TableActions<Row extends TableRow> extends CursorActions {
  /** A row as JSON text, for the clipboard. */
  readonly rowJson: (row: Row) => string;
  readonly menuMore?: RowMenuMore | undefined;
}
