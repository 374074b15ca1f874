import { useMemo } from 'react';
import type { TableLayout } from '#shared/console-contract/settings-calls.ts';
import { useSettingsView } from '../../../api/settings-view.ts';
import { orderedIds } from './column-order.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { Columns, TableRow } from '#ui/table/table-types.ts';
import type { Density } from '#ui/table/density.ts';
import { useSavedChoice } from '../views/use-saved-choice.ts';

/** A column by its id, and its name. */
export interface NamedColumn {
  readonly id: string;
  readonly head: string;
}

export interface TableChoice<Row extends TableRow> {
  /** The columns that are shown, in their order. */
  readonly columns: Columns<Row>;
  /** All of them in their order. */
  readonly all: readonly NamedColumn[];
  /** Their ids as the page orders them. */
  readonly usual: readonly string[];
  readonly hideable: readonly NamedColumn[];
  readonly hidden: readonly string[];
  readonly density: Density;
  /** In pixels; a column that is not named has the page's width. */
  readonly widths: TableLayout['widths'];
  readonly layout: TableLayout;
  readonly change: (change: Partial<TableLayout>) => void;
}

const plain: TableLayout = { hidden: [], order: [], widths: {} };

/**
 * How a table is laid out, kept with the settings: which columns are shown, in what order, how wide, how high its rows.
 * The first one of the page and the id stay: a row without them says nothing.
 */
export const useTableLayout = <Row extends TableRow>(topic: Resource, columns: Columns<Row>): TableChoice<Row> => {
  const preferences = useSettingsView()?.preferences;
  const save = useSavedChoice();
  const layout = preferences?.tables[topic] ?? plain;
  // The settings come as new objects with each change of any of them.
  const wanted = JSON.stringify(layout);
  const shown = useMemo(() => {
    const { hidden, order } = JSON.parse(wanted) as TableLayout;
    const usual = columns.map(({ id }) => id);
    const ids = orderedIds(usual, order);
    const ordered = ids.flatMap((id) => columns.find((column) => column.id === id) ?? []);
    const first = columns[0]?.id;
    const hideable = ordered.filter(({ id }) => id !== first && id !== 'col-id');
    const gone = hideable.map(({ id }) => id).filter((id) => hidden.includes(id));
    return {
      usual,
      all: ordered,
      hideable,
      hidden: gone,
      columns: ordered.filter((column) => !gone.includes(column.id)),
    };
  }, [columns, wanted]);
  return {
    ...shown,
    density: layout.density ?? preferences?.density ?? 'normal',
    widths: layout.widths,
    layout,
    change: (change) => save({ tables: { ...preferences?.tables, [topic]: { ...layout, ...change } } }),
  };
};
