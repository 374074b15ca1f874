import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { copyText } from '#ui/controls/copy.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import { movedIndex } from '#ui/table/row-moves.ts';

interface RowCursorOptions {
  /** The ids of the rows in their order; null for a row that could not be read. */
  readonly ids: readonly (string | null)[];
  /** Names the page: another one starts at its first row. */
  readonly pageKey: string;
  readonly openId: string | null;
  readonly onOpen: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose: (() => void) | undefined;
  /** What C does; left out: it copies the id. */
  readonly onCopy?: ((id: string) => void) | undefined;
}

interface Place {
  readonly id: string | null;
  readonly index: number;
  readonly pageKey: string;
  readonly openId: string | null;
}

interface RowCursor {
  readonly index: number;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
}

const rowsOf = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? []),
];

/**
 * The one row that Tab reaches, and the keys that move it. It stays with its migration when rows come in above; while a
 * row is open, moving opens the next one.
 */
export const useRowCursor = ({ ids, pageKey, openId, onOpen, onClose, onCopy }: RowCursorOptions): RowCursor => {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState<Place>({ id: openId, index: 0, pageKey, openId });
  // A new page starts at its first row; a row that was opened from elsewhere takes the cursor along.
  if (place.pageKey !== pageKey) setPlace({ id: openId, index: 0, pageKey, openId });
  else if (place.openId !== openId) setPlace({ ...place, id: openId ?? place.id, openId });
  const anchored = place.id === null ? -1 : ids.indexOf(place.id);
  const index = anchored === -1 ? Math.min(place.index, Math.max(0, ids.length - 1)) : anchored;

  // Rows keep their elements by place, so focus has to follow when the migration moved to another place.
  const followFocus = useEffectEvent((to: number) => {
    const rows = rowsOf(bodyRef.current);
    const focused = rows.findIndex((row) => row === document.activeElement);
    if (focused !== -1 && focused !== to) rows[to]?.focus();
  });
  useEffect(() => followFocus(index), [index]);

  // What is open is in view; when it is closed by its own button, the focus goes back to its row.
  const opened = useRef(openId);
  const followOpen = useEffectEvent((before: string | null, now: string | null) => {
    const row = rowsOf(bodyRef.current)[ids.indexOf(now ?? before)];
    if (now !== null) row?.scrollIntoView({ block: 'nearest' });
    else if (document.activeElement === document.body) row?.focus();
  });
  useEffect(() => {
    const before = opened.current;
    opened.current = openId;
    if (before !== openId) followOpen(before, openId);
  }, [openId]);

  const moveTo = (next: number): void => {
    if (ids.length === 0) return;
    const id = ids[next] ?? null;
    setPlace({ id, index: next, pageKey, openId });
    const row = rowsOf(bodyRef.current)[next];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    if (openId !== null && id !== null) onOpen?.(id, 'move');
  };

  return {
    index,
    bodyRef,
    onFocus: (event) => {
      const row = (event.target as HTMLElement).closest('tr');
      const focused = rowsOf(bodyRef.current).findIndex((each) => each === row);
      if (focused !== -1 && focused !== index) setPlace({ id: ids[focused] ?? null, index: focused, pageKey, openId });
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = movedIndex(event.key, index, ids.length);
      const id = ids[index] ?? null;
      const onRow = event.target instanceof HTMLTableRowElement;
      if (next !== null) moveTo(next);
      else if (event.key === 'Enter' && onRow && id !== null) onOpen?.(id, 'open');
      else if (event.key === 'Escape' && openId !== null) onClose?.();
      else if (event.key === 'c' && id !== null) (onCopy ?? ((each) => copyText(each, shortIdText(each))))(id);
      else return;
      event.preventDefault();
    },
  };
};
