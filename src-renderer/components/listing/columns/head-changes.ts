import { createContext, useContext, useMemo } from 'react';
import { droppedIds } from './column-order.ts';
import type { TableRow } from '../table/table-types.ts';
import type { TableChoice } from './use-table-layout.ts';

/** What the heads of a table change of it. */
interface HeadChanges {
  /** Of the columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (column: string, width: number) => void;
  /** Puts a column before another one that is shown; null: behind the last. */
  readonly onMove: (column: string, before: string | null) => void;
}

const ChangesContext = createContext<HeadChanges | null>(null);
export const HeadChangesProvider = ChangesContext.Provider;
/** null where columns stay as they are. */
export const useHeadChanges = (): HeadChanges | null => useContext(ChangesContext);

/** The same, kept with the layout of a table. */
export const useHeadChangesOf = <Row extends TableRow>(table: TableChoice<Row>): HeadChanges =>
  useMemo(
    () => ({
      widths: table.widths,
      onWidth: (column, width) => table.change({ widths: { ...table.widths, [column]: width } }),
      onMove: (column, before) => {
        const order = droppedIds(
          table.all.map(({ id }) => id),
          table.hidden,
          column,
          before,
        );
        table.change({ order: [...order] });
      },
    }),
    [table],
  );
