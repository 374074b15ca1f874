import { useMemo } from 'react';
import type { HeadChanges } from '#ui/table/head-changes.ts';
import type { TableRow } from '#ui/table/table-types.ts';
import { droppedIds } from './column-order.ts';
import type { TableChoice } from './use-table-layout.ts';

/** What the heads change of a table, kept with its layout. */
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
