import { createElement, useEffect, useState, useSyncExternalStore } from 'react';
import { selectionLimits } from '#shared/list-limits.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { useStore } from '#ui/state/store.ts';
import { createSelection, isAllSelected, type SelectionStore } from '#ui/table/row-selection.ts';
import type { TableRow } from '#ui/table/table-types.ts';
import type { TableSelection } from '#ui/table/use-row-selection.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { countText } from '#ui/values/number-text.ts';
import { showFailure } from '../../messages/show-failure.ts';

export interface SelectedRows<Row extends TableRow> {
  readonly store: SelectionStore;
  /** Rows as a page last showed them. If a row isn't loaded, this is its only copy. */
  readonly values: Map<string, Row>;
}

export const createSelectedRows = <Row extends TableRow>(): SelectedRows<Row> => ({
  store: createSelection(selectionLimits.ids),
  values: new Map(),
});

export interface Selectable {
  readonly list: string;
  readonly count: number | null;
  readonly listed?: readonly string[];
  readonly readIds: () => Promise<readonly string[]>;
  readonly idsIn?: (range: RowRange) => Promise<readonly string[]>;
  readonly countAmong: (ids: readonly string[], signal: AbortSignal) => Promise<number>;
}

export const selectableRows = (list: string, listed: readonly string[]): Selectable => ({
  list,
  count: listed.length,
  listed,
  readIds: () => Promise.resolve(listed),
  countAmong: async (ids) => {
    const listedIds = new Set(listed);
    return ids.filter((id) => listedIds.has(id)).length;
  },
});

const selectAll = async (store: SelectionStore, selectable: Selectable, how: 'add' | 'toggle'): Promise<void> => {
  const { list, count, listed, readIds } = selectable;
  try {
    const ids = await readIds();
    const selection = store.get();
    if (how === 'toggle' && isAllSelected(selection, list, listed)) return store.tell({ kind: 'removed', ids });
    store.tell({ kind: 'selectedAll', list, ids });
    const notSelectedCount =
      new Set([...selection.ids, ...ids]).size + Math.max(0, (count ?? 0) - ids.length) - store.max;
    if (notSelectedCount > 0)
      showToast(
        `You can select at most ${countText(store.max)} rows. ${countText(notSelectedCount)} weren't selected.`,
        'note',
      );
  } catch (thrown) {
    showFailure(thrown);
  }
};

export const tableSelection = (store: SelectionStore, selectable: Selectable): TableSelection => ({
  store,
  list: selectable.list,
  listed: selectable.listed,
  idsIn: selectable.idsIn,
  all: (how) => void selectAll(store, selectable, how),
});

/** Stores the displayed values of selected rows, which would be lost when their page unmounts. */
export const useRememberSelected = <Row extends TableRow>(
  { store, values }: SelectedRows<Row>,
  rows: readonly Row[],
): void =>
  useEffect(() => {
    const remember = (): void => {
      const { ids } = store.get();
      for (const row of rows) if (ids.has(row.id)) values.set(row.id, row);
    };
    remember();
    return store.subscribe(remember);
  }, [store, values, rows]);

export const useIsSelecting = ({ subscribe, get }: SelectionStore): boolean =>
  useSyncExternalStore(subscribe, () => get().ids.size > 0);

/** Announces selection changes to screen readers. A separate component, so that lists don't re-render. */
export const SelectionNotice = ({ store }: { readonly store: SelectionStore }) => {
  const count = useStore(store).ids.size;
  const [hadSelection, setHadSelection] = useState(false);
  if (count > 0 && !hadSelection) setHadSelection(true);
  const emptyText = hadSelection ? 'No row is selected' : '';
  return createElement(
    'output',
    { className: 'visually-hidden' },
    count > 0 ? `${countText(count)} selected` : emptyText,
  );
};
