import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { copyText } from '#ui/controls/copy.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import { movedIndex } from '#ui/table/row-moves.ts';
import type { VirtualRows } from '#ui/table/use-virtual-rows.ts';

interface VirtualCursorOptions {
  readonly rows: VirtualRows;
  readonly count: number;
  readonly listKey: string;
  /** The id of the row at a place; null where it is none or not there yet. */
  readonly idAt: (index: number) => string | null;
  readonly openId: string | null;
  /** Where the open row stands; null while that is not known. */
  readonly openIndex: number | null;
  readonly onOpen: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose: (() => void) | undefined;
  /** Enter, Left and Right on a row without an id: the head of a group. */
  readonly onToggle: ((index: number, how: 'open' | 'close' | 'other') => void) | undefined;
}

interface VirtualCursor {
  readonly index: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

interface Place {
  readonly index: number;
  readonly listKey: string;
  readonly openIndex: number | null;
}

const toggles: Readonly<Record<string, 'open' | 'close' | 'other'>> = {
  Enter: 'other',
  ArrowRight: 'open',
  ArrowLeft: 'close',
};
const rowAt = (body: HTMLElement | null, index: number): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null;

/**
 * The one row that Tab reaches, and the keys that move it, as in a table of one page. A row that has scrolled away is
 * not in the document: meanwhile the table itself has the focus, and takes the same keys.
 */
export const useVirtualCursor = (options: VirtualCursorOptions): VirtualCursor => {
  const { rows, count, listKey, idAt, openId, openIndex, onOpen, onClose, onToggle } = options;
  const { bodyRef, show } = rows;
  const [place, setPlace] = useState<Place>({ index: openIndex ?? 0, listKey, openIndex });
  if (place.listKey !== listKey) setPlace({ index: openIndex ?? 0, listKey, openIndex });
  else if (place.openIndex !== openIndex) setPlace({ ...place, index: openIndex ?? place.index, openIndex });
  const index = Math.min(place.index, Math.max(0, count - 1));

  const wantsFocus = useRef(false);
  // An element that is filled anew at another place may lose the focus to nobody.
  const hadFocus = useRef(false);
  // After each drawing, for rows keep their elements by place: the focus has to follow its row, or wait for it.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    const table = body?.closest('table') ?? null;
    const active = document.activeElement;
    const isLost = active === document.body && hadFocus.current;
    const isHere = active === table || active?.parentElement === body;
    if (!wantsFocus.current && !isLost && !isHere) return;
    const row = rowAt(body, index);
    if (row !== active) (row ?? table)?.focus({ preventScroll: true });
    if (row) wantsFocus.current = false;
  });

  // A row that is opened before it was read is opened when it comes.
  const opensAt = useRef<number | null>(null);
  useEffect(() => {
    const id = opensAt.current === null ? null : idAt(opensAt.current);
    if (id === null) return;
    opensAt.current = null;
    onOpen?.(id, 'move');
  });

  const showOpen = useEffectEvent((at: number) => {
    show(at);
    // Opened from elsewhere, and nothing else has the focus: the keys are for the row.
    if (document.activeElement !== document.body) return;
    wantsFocus.current = true;
    rowAt(bodyRef.current, at)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (openIndex !== null) showOpen(openIndex);
  }, [openIndex]);
  const moveTo = (next: number): void => {
    if (count === 0) return;
    wantsFocus.current = true;
    setPlace({ index: next, listKey, openIndex });
    show(next);
    if (openId === null) return;
    const id = idAt(next);
    opensAt.current = id === null ? next : null;
    if (id !== null) onOpen?.(id, 'move');
  };

  return {
    index,
    onFocus: (event) => {
      hadFocus.current = true;
      const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-index]');
      if (!row) return;
      const at = Number(row.dataset['index']);
      if (at !== index) setPlace({ index: at, listKey, openIndex });
    },
    onBlur: ({ relatedTarget, currentTarget }) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The buttons of the head have keys of their own.
      if (event.target instanceof Element && event.target.closest('thead')) return;
      const next = movedIndex(event.key, index, count, rows.rowsInView);
      const id = idAt(index);
      const onRow = event.target instanceof HTMLTableRowElement || event.target instanceof HTMLTableElement;
      const toggle = onRow && id === null ? toggles[event.key] : undefined;
      if (next !== null) moveTo(next);
      else if (toggle) onToggle?.(index, toggle);
      else if (event.key === 'Enter' && onRow && id !== null) onOpen?.(id, 'open');
      else if (event.key === 'Escape' && openId !== null) onClose?.();
      else if (event.key === 'c' && id !== null) copyText(id, shortIdText(id));
      else return;
      event.preventDefault();
    },
  };
};
