export interface RowCursor {
  /** Of the row; null where it has none: it could not be read, is the head of a group, or is not there yet. */
  readonly id: string | null;
  /** Where the row was when the cursor came to it, from 0. */
  readonly index: number;
  /** Names what is listed: in something else the cursor stays with its row where that is listed, too. */
  readonly listKey: string;
  /** The row that is open beside the table, and where it stands; null while that is not known. */
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

/**
 * The cursor of a table that is shown for the first time: on the open row, else on the one that was last looked at, where
 * it is listed, else on the first.
 */
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
  // A row that is opened from elsewhere takes the cursor along.
  return { listKey, openId, openIndex, id: openId ?? before.id, index: openIndex ?? before.index };
};

/** The id of the row at a place; undefined while it is not there yet, null where none will be, as at a group's head. */
export type IdAt = (index: number) => string | null | undefined;

/** How far from the place where a row was it is looked for: all over the requests that are kept. */
const reach = 500;

/** The place nearest to `from` where a row stands; null where it is not near, or not read. */
export const indexNear = (idAt: IdAt, id: string, from: number): number | null => {
  for (let away = 0; away <= reach; away += 1) {
    if (idAt(from + away) === id) return from + away;
    if (away > 0 && from >= away && idAt(from - away) === id) return from - away;
  }
  return null;
};

/** Where the cursor stands among `count` rows: it stays with its row when others come in above. */
export const cursorIndex = ({ id, index }: RowCursor, idAt: IdAt, count: number): number =>
  (id === null ? null : indexNear(idAt, id, index)) ?? Math.min(index, Math.max(0, count - 1));

export interface Opened {
  readonly id: string | null;
  readonly at: number | null;
}

/** Whether the open row is brought into view: another one, and of a table that is `virtual` also one at another place. */
export const comesIntoView = (before: Opened, now: Opened, virtual: boolean): boolean =>
  now.at !== null && (virtual ? now.at !== before.at : now.id !== before.id);

/** Rows that a key for a screen moves by, where nobody knows how many the screen holds. */
const usualScreenful = 10;

/** The row that a key leads to from row `index` of `count`; null when the key moves nothing. */
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
