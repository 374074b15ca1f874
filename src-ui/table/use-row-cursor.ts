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
import { copyText } from '../controls/copy.tsx';
import { shortIdText } from '../values/ids.ts';
import { comesIntoView, cursorAfter, cursorIndex, firstCursor, type CursorEvent, type Opened } from './row-cursor.ts';
import { movedIndex } from './row-moves.ts';

/** The rows of a table, as far as the cursor is concerned. */
interface CursorRows {
  readonly count: number;
  /** The id of the row at a place; null where it is none or not there yet. */
  readonly idAt: (index: number) => string | null;
  /** Names what is listed: something else starts at its first row. */
  readonly listKey: string;
  /** Where the open row stands; null while that is not known. */
  readonly openIndex: number | null;
  /** Of its elements, the rows are those with a `tabindex`. */
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  /** The place of the first row that is in the document; left out where all are. */
  readonly firstIndex?: number;
  /** Brings a row into view. */
  readonly show: (index: number) => void;
  /** How many rows a key for a screen moves by; left out where all rows are in the document. */
  readonly screenful?: number;
  /** Whether a row that is open already when the table comes is brought into view. */
  readonly showsOpenAtFirst?: boolean;
  /** Enter, Left and Right on a row without an id: the head of a group. */
  readonly toggle?: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
}

/** What keys do with the row of the cursor. */
export interface CursorActions {
  /** The row that is open beside the table. */
  readonly openId?: string | null;
  readonly open?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly close?: (() => void) | undefined;
  /** What C does; left out: it copies the id. */
  readonly copy?: ((id: string) => void) | undefined;
}

interface CursorKeys {
  readonly index: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

const toggles: Readonly<Record<string, 'open' | 'close' | 'other'>> = {
  Enter: 'other',
  ArrowRight: 'open',
  ArrowLeft: 'close',
};

const copyId = (id: string): void => copyText(id, shortIdText(id));
const rowsOf = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? []),
];

/**
 * The one row that Tab reaches, and the keys that move it; while a row is open, moving opens the next one. A row that has
 * scrolled away may not be in the document: meanwhile the table itself has the focus, and takes the same keys.
 */
export const useRowCursor = (
  rows: CursorRows,
  { openId = null, open, close, copy = copyId }: CursorActions,
): CursorKeys => {
  const {
    count,
    idAt,
    listKey,
    openIndex,
    bodyRef,
    firstIndex = 0,
    show,
    screenful,
    showsOpenAtFirst = false,
    toggle,
  } = rows;
  const isVirtual = screenful !== undefined;
  const shown = { listKey, openId, openIndex };
  const [cursor, setCursor] = useState(() => firstCursor(shown));
  const now = cursorAfter(cursor, { kind: 'shown', ...shown });
  if (now !== cursor) setCursor(now);
  const tell = (event: CursorEvent): void => setCursor((before) => cursorAfter(before, event));
  const index = cursorIndex(now, idAt, count);

  const rowAt = (at: number): HTMLElement | undefined => rowsOf(bodyRef.current)[at - firstIndex];

  const wantsFocus = useRef(false);
  // An element that is filled anew at another place may lose the focus to nobody.
  const hadFocus = useRef(false);
  // After each drawing, for rows keep their elements by place: the focus has to follow its row, or wait for it.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    const table = body?.closest('table') ?? null;
    const active = document.activeElement;
    const isLost = isVirtual && active === document.body && hadFocus.current;
    const isHere = active === table || active?.parentElement === body;
    if (!wantsFocus.current && !isLost && !isHere) return;
    const row = rowAt(index);
    if (row !== active) (row ?? table)?.focus({ preventScroll: true });
    if (row) wantsFocus.current = false;
  });
  // A row that is opened before it was read is opened when it comes, unless nothing is open any more.
  const opensAt = useRef<number | null>(null);
  useEffect(() => {
    if (openId === null) opensAt.current = null;
    const id = opensAt.current === null ? null : idAt(opensAt.current);
    if (id === null) return;
    opensAt.current = null;
    open?.(id, 'move');
  });

  // Where nothing else has the focus, the keys are for the row: one that was opened from elsewhere, or was just closed.
  const takeFocus = useEffectEvent((at: number) => {
    if (document.activeElement !== document.body) return;
    wantsFocus.current = true;
    rowAt(at)?.focus({ preventScroll: true });
  });
  const seen = useRef<Opened>(showsOpenAtFirst ? { id: null, at: null } : { id: openId, at: openIndex });
  const followOpen = useEffectEvent((opened: Opened) => {
    const before = seen.current;
    seen.current = opened;
    if (opened.at !== null && comesIntoView(before, opened, isVirtual)) {
      show(opened.at);
      takeFocus(opened.at);
    } else if (opened.id === null && before.id !== null) takeFocus(index);
  });
  useEffect(() => followOpen({ id: openId, at: openIndex }), [openId, openIndex]);

  const moveTo = (next: number): void => {
    if (count === 0) return;
    const id = idAt(next);
    wantsFocus.current = true;
    tell({ kind: 'moved', id, index: next });
    show(next);
    if (openId === null) return;
    opensAt.current = id === null && isVirtual ? next : null;
    if (id !== null) open?.(id, 'move');
  };

  return {
    index,
    onFocus: ({ target }) => {
      hadFocus.current = true;
      const row = (target as HTMLElement).closest('tr');
      const place = rowsOf(bodyRef.current).findIndex((each) => each === row);
      const at = firstIndex + place;
      if (place !== -1 && at !== index) tell({ kind: 'moved', id: idAt(at), index: at });
    },
    onBlur: ({ relatedTarget, currentTarget }) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The buttons of the head have keys of their own.
      if (event.target instanceof Element && event.target.closest('thead')) return;
      const next = movedIndex(event.key, index, count, screenful);
      const id = idAt(index);
      const onRow = event.target instanceof HTMLTableRowElement || event.target instanceof HTMLTableElement;
      const how = onRow && id === null ? toggles[event.key] : undefined;
      if (next !== null) moveTo(next);
      else if (how && toggle) toggle(index, how);
      else if (event.key === 'Enter' && onRow && id !== null) open?.(id, 'open');
      else if (event.key === 'Escape' && openId !== null) close?.();
      else if (event.key === 'c' && id !== null) copy(id);
      else return;
      event.preventDefault();
    },
  };
};
