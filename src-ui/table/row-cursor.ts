export interface RowCursor {
  /** ID of the row; null for unreadable rows, group headers and rows not loaded yet. */
  readonly id: string | null;
  readonly index: number;
  /** Identifies the list: in another list, the cursor stays with its row if that is listed, too. */
  readonly listKey: string;
  /** The open row and its index; null while unknown. */
  readonly openId: string | null;
  readonly openIndex: number | null;
}

export interface LookedRow {
  readonly id: () => string | null;
  readonly keep: (id: string) => void;
}

export const createLookedRow = (): LookedRow => {
  let looked: string | null = null;
  return { id: () => looked, keep: (id) => void (looked = id) };
};

export type CursorEvent =
  | ({ readonly kind: 'shown' } & Omit<RowCursor, 'id' | 'index'>)
  | { readonly kind: 'moved'; readonly id: string | null; readonly index: number };

/** Cursor of a newly shown table: on the open row, else on the row last viewed if listed, else on the first row. */
export const firstCursor = (shown: Omit<RowCursor, 'id' | 'index'>, looked: string | null): RowCursor => ({
  ...shown,
  id: shown.openId ?? looked,
  index: shown.openIndex ?? 0,
});

export const cursorAfter = (before: RowCursor, event: CursorEvent): RowCursor => {
  if (event.kind === 'moved') return { ...before, id: event.id, index: event.index };
  const { listKey, openId, openIndex } = event;
  if (before.listKey !== listKey) return firstCursor({ listKey, openId, openIndex }, before.id);
  if (before.openId === openId && before.openIndex === openIndex) return before;
  // A row opened from elsewhere takes the cursor.
  return { listKey, openId, openIndex, id: openId ?? before.id, index: openIndex ?? before.index };
};

/** Returns the row ID at an index; undefined if not loaded yet, null if it never has one, such as a group header. */
export type IdAt = (index: number) => string | null | undefined;

/** Search distance around a row's last index. It covers all stored requests. */
const reach = 500;

/** Returns the index nearest to `from` with this row; null if too far or not loaded. */
export const indexNear = (idAt: IdAt, id: string, from: number): number | null => {
  for (let away = 0; away <= reach; away += 1) {
    if (idAt(from + away) === id) return from + away;
    if (away > 0 && from >= away && idAt(from - away) === id) return from - away;
  }
  return null;
};

/** Index of the cursor among `count` rows: it follows its row when rows are added above. */
export const cursorIndex = ({ id, index }: RowCursor, idAt: IdAt, count: number): number =>
  (id === null ? null : indexNear(idAt, id, index)) ?? Math.min(index, Math.max(0, count - 1));

export interface Opened {
  readonly id: string | null;
  readonly at: number | null;
}

/** Whether to scroll to the open row: when it changes, or in a `virtual` table when it moves. */
export const comesIntoView = (before: Opened, now: Opened, virtual: boolean): boolean =>
  now.at !== null && (virtual ? now.at !== before.at : now.id !== before.id);

/** Page Up/Down distance if the visible row count is unknown. */
const usualScreenful = 10;

/** Returns the index after a key press on row `index` of `count`; null if the key moves nothing. */
export const indexAfterKey = (key: string, index: number, count: number, screenful = usualScreenful): number | null => {
  const last = Math.max(0, count - 1);
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, index + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + screenful);
    case 'PageUp':
      return Math.max(0, index - screenful);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
};
