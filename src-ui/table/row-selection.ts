import { createStore, type Store } from '../state/store.ts';

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** First and last row of a Shift selection. Null if unknown. */
  readonly anchor: string | null;
  readonly end: string | null;
  /** The selection before Shift was pressed. If the range shrinks, rows outside it return to this state. */
  readonly base: ReadonlySet<string>;
  /** The list that was selected as a whole, until the next event. Otherwise null. */
  readonly whole: string | null;
}

export type SelectionEvent =
  | { readonly kind: 'toggled'; readonly id: string }
  /** Shift extended the selection. `ids` contains both rows and all rows between them. */
  | { readonly kind: 'reached'; readonly anchor: string; readonly end: string; readonly ids: readonly string[] }
  | { readonly kind: 'selectedAll'; readonly list: string; readonly ids: readonly string[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'cleared' };

const noIds: ReadonlySet<string> = new Set();
export const noSelection: RowSelection = { ids: noIds, anchor: null, end: null, base: noIds, whole: null };

export const isAllSelected = (
  { ids, whole }: Pick<RowSelection, 'ids' | 'whole'>,
  list: string | undefined,
  listed: readonly string[] | undefined,
): boolean => (listed ? listed.every((id) => ids.has(id)) : whole !== null && whole === list);

const withIds = (before: ReadonlySet<string>, ids: readonly string[], max: number): ReadonlySet<string> => {
  const all = new Set(before);
  for (const id of ids) {
    if (all.size >= max) break;
    all.add(id);
  }
  return all;
};

const withoutIds = (before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => {
  const remainingIds = new Set(before);
  for (const id of ids) remainingIds.delete(id);
  return remainingIds;
};

/**
 * Returns the selection after an event.
 * @param max maximum number of selected rows; rows beyond it are ignored
 */
export const selectionAfter = (before: RowSelection, event: SelectionEvent, max: number): RowSelection => {
  switch (event.kind) {
    case 'toggled': {
      const { id } = event;
      const ids = before.ids.has(id) ? withoutIds(before.ids, [id]) : withIds(before.ids, [id], max);
      return { ids, anchor: id, end: id, base: ids, whole: null };
    }
    case 'reached': {
      const base = event.anchor === before.anchor ? before.base : before.ids;
      const { anchor, end } = event;
      return { ids: withIds(base, event.ids, max), anchor, end, base, whole: null };
    }
    case 'selectedAll': {
      const ids = withIds(before.ids, event.ids, max);
      return { ids, anchor: null, end: null, base: ids, whole: event.list };
    }
    case 'removed': {
      const ids = withoutIds(before.ids, event.ids);
      return { ids, anchor: null, end: null, base: ids, whole: null };
    }
    case 'cleared':
      return noSelection;
  }
};

export interface SelectionStore extends Omit<Store<RowSelection>, 'set'> {
  readonly tell: (event: SelectionEvent) => void;
  readonly max: number;
}

export const createSelection = (max: number): SelectionStore => {
  const { get, set, subscribe } = createStore(noSelection);
  return { get, subscribe, max, tell: (event) => set(selectionAfter(get(), event, max)) };
};
