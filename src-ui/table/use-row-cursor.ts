import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { copyText } from '../controls/controls.tsx';
import { isFocusFree, isFocusTaken } from '../keys/lent-focus.ts';
import { isCommand } from '../keys/shortcuts.tsx';
import { useWindowEvent } from '../keys/use-window-event.ts';
import { shortIdText } from '../values/ids.tsx';
import {
  mustScrollTo,
  cursorAfter,
  cursorIndex,
  firstCursor,
  type IdAt,
  type RememberedRow,
  indexAfterKey,
  type Opened,
} from './row-cursor.ts';
import type { SelectionKeys } from './use-row-selection.ts';

export interface CursorRows {
  readonly count: number;
  readonly idAt: IdAt;
  /** Identifies the list. A different list starts at its first row. */
  readonly listKey: string;
  readonly openIndex: number | null;
  /** The element whose children with a `tabindex` are the rows. */
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly firstIndex?: number;
  /** Scrolls to a row that may not be rendered. Omitted if all rows are rendered. */
  readonly show?: (index: number) => void;
  /** Number of rows for Page Up and Page Down. Omitted if all rows are rendered. */
  readonly screenful?: number;
  readonly toggle?: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
  readonly selects?: SelectionKeys | undefined;
}

export interface CursorActions {
  readonly openId?: string | null;
  readonly open?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly close?: (() => void) | undefined;
  readonly looked?: RememberedRow | undefined;
  /** Action of C. Default: copies the ID. */
  readonly copy?: ((id: string) => void) | undefined;
}

const toggles: Readonly<Record<string, 'open' | 'close' | 'other'>> = {
  Enter: 'other',
  ArrowRight: 'open',
  ArrowLeft: 'close',
};

const isAllKey = (event: globalThis.KeyboardEvent): boolean => isCommand(event) && event.key.toLowerCase() === 'a';

const pageKeys: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

const copyId = (id: string): void => copyText(id, shortIdText(id));
const rowsOf = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? []),
];

/**
 * Manages the one row that Tab reaches and the keys that move this cursor. While a row is open, moving opens the next
 * row. If the cursor's row isn't rendered, the table has the focus and handles the same keys.
 */
export const useRowCursor = (
  rows: CursorRows,
  { openId = null, open, close, looked, copy = copyId }: CursorActions,
) => {
  const {
    count,
    idAt,
    listKey,
    openIndex,
    bodyRef,
    firstIndex = 0,
    show = (at) => rowAt(at)?.scrollIntoView({ block: 'nearest' }),
    screenful,
    toggle,
    selects,
  } = rows;
  const isVirtual = screenful !== undefined;
  const list = { listKey, openId, openIndex };
  const [cursor, setCursor] = useState(() => firstCursor(list, looked?.id() ?? null));
  const shownCursor = cursorAfter(cursor, list);
  if (shownCursor !== cursor) setCursor(shownCursor);
  const moveCursor = (at: number, id: string | null): void => setCursor((before) => ({ ...before, id, index: at }));
  const index = cursorIndex(shownCursor, idAt, count);
  useEffect(() => {
    if (shownCursor.id !== null) looked?.keep(shownCursor.id);
  }, [looked, shownCursor.id]);

  const rowAt = (at: number): HTMLElement | undefined => rowsOf(bodyRef.current)[at - firstIndex];

  const wantsFocus = useRef(false);
  // Re-rendering an element at another index may lose the focus.
  const hadFocus = useRef(false);
  // Runs after every render. Row elements are reused by index, so the focus must follow its row or wait for it.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    const table = body?.closest('table') ?? null;
    const active = document.activeElement;
    const isLost = isVirtual && active === document.body && hadFocus.current;
    const isTableFocused = active === table || active?.parentElement === body;
    if (!wantsFocus.current && !isLost && !isTableFocused) return;
    const row = rowAt(index);
    if (row !== active) (row ?? table)?.focus({ preventScroll: true });
    if (row) wantsFocus.current = false;
  });
  // A row opened before it was loaded opens when it arrives, unless the user has closed the panel in the meantime.
  const pendingIndex = useRef<number | null>(null);
  useEffect(() => {
    if (openId === null) pendingIndex.current = null;
    if (pendingIndex.current === null) return;
    const id = idAt(pendingIndex.current);
    if (id === undefined) return;
    pendingIndex.current = null;
    if (id !== null) open?.(id, 'move');
  });

  // Focuses the row if no control has the focus, because the row was opened from elsewhere or just closed. Until the row
  // is rendered, the table has the focus.
  const takeFocus = useEffectEvent((at: number) => {
    if (isFocusFree()) (rowAt(at) ?? bodyRef.current?.closest('table'))?.focus({ preventScroll: true });
  });
  const lastOpened = useRef<Opened>(isVirtual ? { id: null, at: null } : { id: openId, at: openIndex });
  const followOpen = useEffectEvent((opened: Opened) => {
    const before = lastOpened.current;
    lastOpened.current = opened;
    if (opened.at !== null && mustScrollTo(before, opened, isVirtual)) {
      show(opened.at);
      takeFocus(opened.at);
    } else if (opened.id === null && before.id !== null) takeFocus(index);
  });
  useEffect(() => followOpen({ id: openId, at: openIndex }), [openId, openIndex]);

  const moveTo = (next: number): void => {
    if (count === 0) return;
    const id = idAt(next);
    wantsFocus.current = true;
    moveCursor(next, id ?? null);
    show(next);
    if (openId === null) return;
    pendingIndex.current = id === undefined ? next : null;
    if (id) open?.(id, 'move');
  };

  // If no element of the table has the focus, the first key press goes to the cursor, or moves on from the open row.
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (!defaultPrevented && selects && isAllKey(event) && !isFocusTaken()) {
      event.preventDefault();
      return selects.all();
    }
    if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !pageKeys.has(key) || isFocusTaken()) return;
    // Other focused controls, such as radio groups, need the arrow keys.
    if (key.startsWith('Arrow') && !isFocusFree()) return;
    event.preventDefault();
    moveTo(openId === null ? index : (indexAfterKey(key, index, count) ?? index));
  });

  return {
    index,
    onFocus: ({ target }: FocusEvent) => {
      hadFocus.current = true;
      const row = (target as HTMLElement).closest('tr');
      const place = rowsOf(bodyRef.current).findIndex((each) => each === row);
      const at = firstIndex + place;
      if (place !== -1 && at !== index) moveCursor(at, idAt(at) ?? null);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // Header buttons handle their own keys.
      if (event.target instanceof Element && event.target.closest('thead')) return;
      const next = indexAfterKey(event.key, index, count, screenful);
      const id = idAt(index);
      const onRow = event.target instanceof HTMLTableRowElement || event.target instanceof HTMLTableElement;
      const groupAction = onRow && id === null ? toggles[event.key] : undefined;
      if (next !== null) {
        if (event.shiftKey) selects?.reach(index, next);
        moveTo(next);
      } else if (event.key === ' ' && onRow && id && selects) selects.toggle(index);
      else if (groupAction && toggle) toggle(index, groupAction);
      else if (event.key === 'Enter' && onRow && id) open?.(id, 'open');
      else if (event.key === 'Escape' && openId !== null) close?.();
      else if (event.key === 'c' && id) copy(id);
      else return;
      event.preventDefault();
    },
  };
};
