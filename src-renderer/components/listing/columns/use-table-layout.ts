import { useMemo } from 'react';
import type { TableLayout } from '#shared/console-contract/settings-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { HeadChanges } from '#ui/table/column-widths.tsx';
import type { Columns, TableRow } from '#ui/table/table-types.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useSavedChoice } from '../views/use-saved-choice.ts';

/** Returns column IDs in the user's order. A new column comes after the column that precedes it by default. */
export const orderIds = (usual: readonly string[], chosen: readonly string[]): readonly string[] => {
  const ids = chosen.filter((id, index) => usual.includes(id) && chosen.indexOf(id) === index);
  usual.forEach((id, index) => {
    if (ids.includes(id)) return;
    const previous = usual[index - 1];
    ids.splice(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, id);
  });
  return ids;
};

export const moveId = (ids: readonly string[], id: string, step: -1 | 1): readonly string[] => {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const reorderedIds = [...ids];
  reorderedIds.splice(from, 1);
  reorderedIds.splice(to, 0, id);
  return reorderedIds;
};

/** Moves an ID before another, or after the last visible ID. Hidden columns stay next to the same columns. */
export const dropId = (
  ids: readonly string[],
  hidden: readonly string[],
  id: string,
  before: string | null,
): readonly string[] => {
  const others = ids.filter((each) => each !== id);
  const shownIds = others.filter((each) => !hidden.includes(each));
  const last = shownIds.at(-1);
  const targetIndex = before !== null ? others.indexOf(before) : last === undefined ? 0 : others.indexOf(last) + 1;
  if (targetIndex === -1) return ids;
  others.splice(targetIndex, 0, id);
  return others;
};

export interface NamedColumn {
  readonly id: string;
  readonly head: string;
}

export const defaultLayout = (
  columns: readonly { readonly id: string; readonly isOptional?: boolean }[],
): TableLayout => ({
  hidden: columns.flatMap(({ id, isOptional }) => (isOptional ? [id] : [])),
  order: [],
  widths: {},
});

/**
 * Returns and saves a table's layout in the settings: visible columns, their order and widths, and the row height. The
 * page's first column and the ID can't be hidden.
 */
export const useTableLayout = <Row extends TableRow>(topic: Resource, columns: Columns<Row>) => {
  const preferences = useSettingsView()?.preferences;
  const save = useSavedChoice();
  const layout = preferences?.tables[topic] ?? defaultLayout(columns);
  // Compares layouts by value, because every settings change creates new objects.
  const layoutJson = JSON.stringify(layout);
  const shownColumns = useMemo(() => {
    const { hidden, order } = JSON.parse(layoutJson) as TableLayout;
    const usual = columns.map(({ id }) => id);
    const ids = orderIds(usual, order);
    const orderedColumns = ids.flatMap((id) => columns.find((column) => column.id === id) ?? []);
    const first = columns[0]?.id;
    const hideableColumns = orderedColumns.filter(({ id }) => id !== first && id !== 'col-id');
    const hiddenIds = hideableColumns.map(({ id }) => id).filter((id) => hidden.includes(id));
    return {
      usual,
      all: orderedColumns,
      hideableColumns,
      hidden: hiddenIds,
      columns: orderedColumns.filter((column) => !hiddenIds.includes(column.id)),
    };
  }, [columns, layoutJson]);
  return {
    ...shownColumns,
    density: layout.density ?? preferences?.density ?? ('normal' as const),
    widths: layout.widths,
    layout,
    change: (change: Partial<TableLayout>) =>
      save({ tables: { ...preferences?.tables, [topic]: { ...layout, ...change } } }),
  };
};

export type TableChoice<Row extends TableRow> = ReturnType<typeof useTableLayout<Row>>;

export const headChangesOf = <Row extends TableRow>({ all, hidden, widths, change }: TableChoice<Row>): HeadChanges => {
  const ids = all.map(({ id }) => id);
  return {
    widths,
    onWidth: (column, width) => change({ widths: { ...widths, [column]: width } }),
    onMove: (column, before) => change({ order: [...dropId(ids, hidden, column, before)] }),
  };
};
