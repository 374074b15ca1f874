import type { KeyboardEvent } from 'react';
import type { TableRow } from './table-types.ts';
import { type CursorRows, useRowCursor } from './use-row-cursor.ts';
import { type TableActions, useRowMenu } from './use-row-menu.tsx';
import { useRowSelection } from './use-row-selection.ts';

/** Connects cursor, selection and menu of a table's rows. `rowOf` returns a row by its ID. */
export const useTableRows = <Row extends TableRow>(
  rows: Omit<CursorRows, 'selects'>,
  actions: TableActions<Row>,
  rowOf: (id: string) => Row | undefined,
) => {
  const { listKey, idAt } = rows;
  const selecting = useRowSelection(actions.selection, { listKey, idAt, cursor: () => cursor.index });
  const cursor = useRowCursor({ ...rows, selects: selecting?.keys }, actions);
  const { onContextMenu, onMenuKey, menu } = useRowMenu(actions, rowOf);
  return {
    cursor: cursor.index,
    tick: selecting?.tick,
    menu,
    handlers: {
      onContextMenu,
      onFocus: cursor.onFocus,
      onBlur: cursor.onBlur,
      onKeyDown: (event: KeyboardEvent) => onMenuKey(event) || cursor.onKeyDown(event),
    },
    propsOf: (row: Row, index: number) => ({
      row,
      isCursor: index === cursor.index,
      isOpen: row.id === actions.openId,
      onOpen: actions.open,
      isSelected: selecting?.ids.has(row.id),
      onSelect: selecting?.onSelect,
    }),
  };
};
