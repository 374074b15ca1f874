import { createStore, type Store } from '../state/store.ts';

/** Selected rows by ID: the selection survives sorting, paging and refreshing. */
export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** The row from which Shift reaches on, and the one that it has reached; null where neither is known. */
  readonly anchor: string | null;
  readonly end: string | null;
  /** What was selected before Shift began to reach: a shorter reach gives rows back. */
  readonly base: ReadonlySet<string>;
  /** The list whose rows were all selected together, until the next event; null otherwise. */
  readonly whole: string | null;
}

export type SelectionEvent =
  | { readonly kind: 'toggled'; readonly id: string }
  /** Shift has reached from a row to another one; `ids`: both of them and what lies between. */
  | { readonly kind: 'reached'; readonly anchor: string; readonly end: string; readonly ids: readonly string[] }
  | { readonly kind: 'selectedAll'; readonly list: string; readonly ids: readonly string[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'cleared' };

const none: ReadonlySet<string> = new Set();
export const noSelection: RowSelection = { ids: none, anchor: null, end: null, base: none, whole: null };

export const isAllSelected = (
  { ids, whole }: Pick<RowSelection, 'ids' | 'whole'>,
  list: string | undefined,
  listed: readonly string[] | undefined,
): boolean => (listed ? listed.every((id) => ids.has(id)) : whole !== null && whole === list);

/** Union of both, up to `most`. */
const together = (before: ReadonlySet<string>, ids: readonly string[], max: number): ReadonlySet<string> => {
  const all = new Set(before);
  for (const id of ids) {
    if (all.size >= max) break;
    all.add(id);
  }
  return all;
};

const without = (before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => {
  const left = new Set(before);
  for (const id of ids) left.delete(id);
  return left;
};

/**
 * Returns the selection after an event.
 * @param most maximum number of selected rows; later ones are ignored
 */
export const selectionAfter = (before: RowSelection, event: SelectionEvent, max: number): RowSelection => {
  switch (event.kind) {
    case 'toggled': {
      const { id } = event;
      const ids = before.ids.has(id) ? without(before.ids, [id]) : together(before.ids, [id], max);
      return { ids, anchor: id, end: id, base: ids, whole: null };
    }
    case 'reached': {
      const base = event.anchor === before.anchor ? before.base : before.ids;
      const { anchor, end } = event;
      return { ids: together(base, event.ids, max), anchor, end, base, whole: null };
    }
    case 'selectedAll': {
      const ids = together(before.ids, event.ids, max);
      return { ids, anchor: null, end: null, base: ids, whole: event.list };
    }
    case 'removed': {
      const ids = without(before.ids, event.ids);
      return { ids, anchor: null, end: null, base: ids, whole: null };
    }
    case 'cleared':
      return noSelection;
  }
};

export interface SelectionStore extends Omit<Store<RowSelection>, 'set'> {
  readonly tell: (event: SelectionEvent) => void;
  /** How many rows are selected at most. */
  readonly max: number;
}

export const createSelection = (max: number): SelectionStore => {
  const { get, set, subscribe } = createStore(noSelection);
  return { get, subscribe, max, tell: (event) => set(selectionAfter(get(), event, max)) };
};
