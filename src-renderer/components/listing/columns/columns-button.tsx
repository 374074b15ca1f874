import { Columns3, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { densities, type TableRow } from '#ui/table/table-types.ts';
import type { TableChoice } from './use-table-layout.ts';

const ArrangeColumns = lazyPart(() => import('./arrange-columns.tsx'), 'ArrangeColumns');

export const ColumnsButton = <Row extends TableRow>({ table }: { readonly table: TableChoice<Row> }) => {
  const { all, hideableColumns, hidden, density, change } = table;
  const [arranging, setArranging] = useState(false);
  return (
    <>
      <MenuButton
        className="icon-button ghost small"
        name="Columns and row height"
        tooltip
        icon={SlidersHorizontal}
        parts={() => [
          {
            kind: 'many',
            head: 'Columns',
            lines: hideableColumns.map(({ id, head }) => ({ id, label: head })),
            chosen: hideableColumns.map(({ id }) => id).filter((id) => !hidden.includes(id)),
            onChoose: (shown) =>
              change({ hidden: hideableColumns.map(({ id }) => id).filter((id) => !shown.includes(id)) }),
          },
          {
            kind: 'actions',
            ariaName: 'Order',
            lines: [{ id: 'arrange', label: 'Arrange columns…', icon: Columns3, run: () => setArranging(true) }],
          },
          {
            kind: 'one',
            head: 'Row height',
            lines: densities.map(([id, label]) => ({ id, label })),
            chosen: [density],
            onChoose: ([chosen]) => {
              const next = densities.find(([id]) => id === chosen)?.[0];
              if (next) change({ density: next });
            },
          },
        ]}
      />
      {arranging ? (
        <ArrangeColumns
          columns={all}
          usual={table.usual}
          onOrder={(order) => change({ order })}
          onReset={() => change({ order: [], widths: {} })}
          onClose={() => setArranging(false)}
        />
      ) : null}
    </>
  );
};
