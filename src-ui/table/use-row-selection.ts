import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from '../state/store.ts';
import { type IdAt, indexNear } from './row-cursor.ts';
import { createSelection, isAllSelected, type SelectionStore } from './row-selection.ts';
import type { SelectAllState } from './select-column.tsx';
import type { RowRange } from './use-virtual-rows.ts';

export interface TableSelection {
  readonly store: SelectionStore;
  /** Selects every listed row. With `toggle`, deselects all rows if all are selected. */
  readonly all: (how: 'add' | 'toggle') => void;
  readonly list: string;
  /** All listed IDs, if known. If unknown, only a list selected as a whole counts as fully selected. */
  readonly listed?: readonly string[] | undefined;
  readonly idsIn?: ((range: RowRange) => Promise<readonly string[]>) | undefined;
}

interface SelectedRows {
  readonly listKey: string;
  readonly idAt: IdAt;
  /** Returns the cursor's index, from which Shift extends if no row is selected. */
  readonly cursor: () => number;
}

export interface SelectionKeys {
  readonly toggle: (index: number) => void;
  readonly reach: (from: number, to: number) => void;
  readonly all: () => void;
}

const emptySelection = createSelection(0);

export const useRowSelection = (selection: TableSelection | undefined, { listKey, idAt, cursor }: SelectedRows) => {
  const store = selection?.store ?? emptySelection;
  const { ids, whole } = useStore(store);
  /** Index and list of the anchor, whose row may not be mounted anymore. */
  const anchorAt = useRef<{ readonly at: number; readonly listKey: string }>({ at: 0, listKey });
  const setAnchor = (at: number): void => void (anchorAt.current = { at, listKey });

  const idsBetween = (from: number, to: number): readonly string[] | null => {
    const foundIds: string[] = [];
    for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
      const id = idAt(at);
      if (id === undefined) return null;
      if (id !== null) foundIds.push(id);
    }
    return foundIds;
  };
  const reachTo = (from: number, to: number): void => {
    const anchor = idAt(from) ?? store.get().anchor;
    const end = idAt(to) ?? null;
    const loadedIds = idsBetween(from, to);
    setAnchor(from);
    if (loadedIds) {
      const ends = [anchor ?? loadedIds[0], end ?? loadedIds.at(-1)] as const;
      if (ends[0] !== undefined && ends[1] !== undefined)
        store.tell({ kind: 'reached', anchor: ends[0], end: ends[1], ids: loadedIds });
      return;
    }
    const before = store.get();
    const selectRead = (read: readonly string[]): void => {
      // Discards the result, because the user has changed the selection in the meantime.
      if (store.get() !== before || read.length === 0) return;
      const [first = '', last = ''] = from <= to ? [read[0], read.at(-1)] : [read.at(-1), read[0]];
      store.tell({ kind: 'reached', anchor: anchor ?? first, end: end ?? last, ids: read });
    };
    selection?.idsIn?.({ first: Math.min(from, to), end: Math.max(from, to) + 1 }).then(selectRead, () => undefined);
  };
  const placeOf = (id: string, near: number): number | null => indexNear(idAt, id, near);

  const select = (id: string, how: 'one' | 'reach'): void => {
    const at = placeOf(id, cursor());
    const { anchor } = store.get();
    if (how === 'one' || at === null) {
      setAnchor(at ?? 0);
      return store.tell({ kind: 'toggled', id });
    }
    const { at: before, listKey: previousListKey } = anchorAt.current;
    const anchorIndex = anchor === null ? cursor() : placeOf(anchor, before);
    // The range starts at the clicked row if the anchor is unknown, unless the anchor's row in this list just isn't
    // loaded.
    const isUnread = previousListKey === listKey && idAt(before) === undefined;
    reachTo(anchorIndex ?? (isUnread ? before : at), at);
  };
  // A stable function, so that unchanged rows don't re-render.
  const latest = useRef(select);
  useLayoutEffect(() => {
    latest.current = select;
  });
  const onSelect = useCallback((id: string, how: 'one' | 'reach') => latest.current(id, how), []);
  const all = selection?.all;
  const list = selection?.list;
  const listedIds = selection?.listed;
  const tick = useMemo<SelectAllState>(() => {
    const isAny = listedIds ? listedIds.some((id) => ids.has(id)) : ids.size > 0;
    const isAll = isAny && isAllSelected({ ids, whole }, list, listedIds);
    return { state: isAll ? 'all' : isAny ? 'some' : 'none', onToggle: () => all?.('toggle') };
  }, [ids, whole, list, listedIds, all]);
  if (!selection) return undefined;
  return {
    ids,
    tick,
    onSelect,
    keys: {
      toggle: (index) => {
        const id = idAt(index);
        setAnchor(index);
        if (id) store.tell({ kind: 'toggled', id });
      },
      reach: (from, to) => {
        const { anchor, end } = store.get();
        // Starts a new range here if the cursor has moved without Shift since the last selection.
        const isContinued = anchor !== null && end !== null && end === idAt(from);
        reachTo(isContinued ? (placeOf(anchor, anchorAt.current.at) ?? from) : from, to);
      },
      all: () => selection.all('add'),
    } satisfies SelectionKeys,
  };
};
