export interface RowCursor {
  /** ID of the row. Null for unreadable rows, group headers and rows that aren't loaded yet. */
  readonly id: string | null;
  readonly index: number;
  /** Identifies the list. In another list, the cursor stays on its row if that list contains the row. */
  readonly listKey: string;
  /** The open row and its index. Null while unknown. */
  readonly openId: string | null;
  readonly openIndex: number | null;
}

export const createRememberedRow = () => {
  let rememberedId: string | null = null;
  return { id: () => rememberedId, keep: (id: string) => void (rememberedId = id) };
};
export type RememberedRow = ReturnType<typeof createRememberedRow>;

type ShownList = Omit<RowCursor, 'id' | 'index'>;

/** Returns the cursor of a new table: on the open row, else on the last viewed row if listed, else on the first row. */
export const firstCursor = (shown: ShownList, rememberedId: string | null): RowCursor => ({
  ...shown,
  id: shown.openId ?? rememberedId,
  index: shown.openIndex ?? 0,
});

/** Returns the cursor after a list has been shown, which may be another list or have another open row. */
export const cursorAfter = (before: RowCursor, shown: ShownList): RowCursor => {
  const { listKey, openId, openIndex } = shown;
  if (before.listKey !== listKey) return firstCursor(shown, before.id);
  if (before.openId === openId && before.openIndex === openIndex) return before;
  // If a row is opened from elsewhere, the cursor moves to that row.
  return { ...shown, id: openId ?? before.id, index: openIndex ?? before.index };
};

/** Returns the row ID at an index. Undefined if not loaded yet, null if there is none, as for a group header. */
export type IdAt = (index: number) => string | null | undefined;

/** Search distance, in rows, around a row's last index. Covers all stored requests. */
const maxDistance = 500;

export const indexNear = (idAt: IdAt, id: string, from: number): number | null => {
  for (let rowsAway = 0; rowsAway <= maxDistance; rowsAway += 1) {
    if (idAt(from + rowsAway) === id) return from + rowsAway;
    if (rowsAway > 0 && from >= rowsAway && idAt(from - rowsAway) === id) return from - rowsAway;
  }
  return null;
};

/** Returns the index of the cursor among `count` rows. The cursor follows its row when rows are added above it. */
export const cursorIndex = ({ id, index }: RowCursor, idAt: IdAt, count: number): number =>
  (id === null ? null : indexNear(idAt, id, index)) ?? Math.min(index, Math.max(0, count - 1));

export interface Opened {
  readonly id: string | null;
  readonly at: number | null;
}

/** Whether to scroll to the open row: it was just opened, or it has moved in a `virtual` table. */
export const mustScrollTo = (before: Opened, now: Opened, virtual: boolean): boolean =>
  now.at !== null && (virtual ? now.at !== before.at : now.id !== before.id);

const defaultScreenful = 10;

export const indexAfterKey = (
  key: string,
  index: number,
  count: number,
  screenful = defaultScreenful,
): number | null => {
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
