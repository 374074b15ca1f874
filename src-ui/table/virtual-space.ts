/** Chromium clamps an element's height at 33,554,428 px; this leaves room for the head, and for rounding. */
export const mostSpace = 30_000_000;

/** Rows of one height, of which a window shows some. All lengths in px. */
export interface VirtualSpace {
  readonly count: number;
  readonly rowHeight: number;
  /** Of the place where rows are seen, without the table's head. */
  readonly viewHeight: number;
}

/** From the first row to the one after the last, counted from 0. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

const fullHeightOf = ({ count, rowHeight }: VirtualSpace): number => count * rowHeight;

/** The height of all rows in the document: what it would be, or as much as there may be. */
export const heightOf = (space: VirtualSpace): number => Math.min(fullHeightOf(space), mostSpace);

/** How far the rows move for one px of the scroll bar: 1 while they fit, more where the space is clamped. */
const ratioOf = (space: VirtualSpace): number => {
  const full = fullHeightOf(space);
  const height = heightOf(space);
  return full === height ? 1 : (full - space.viewHeight) / (height - space.viewHeight);
};

const mostOffsetOf = (space: VirtualSpace): number => Math.max(0, fullHeightOf(space) - space.viewHeight);
const within = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Where the view begins among the rows, for a position of the scroll bar. */
export const offsetAt = (scrollTop: number, space: VirtualSpace): number =>
  within(scrollTop * ratioOf(space), mostOffsetOf(space));

/** The position of the scroll bar that shows the rows from an offset on. */
export const scrollTopOf = (offset: number, space: VirtualSpace): number =>
  within(offset, mostOffsetOf(space)) / ratioOf(space);

/** The rows that are seen at a position of the scroll bar, and `around` more at both ends. */
export const rangeAt = (scrollTop: number, space: VirtualSpace, around: number): RowRange => {
  const offset = offsetAt(scrollTop, space);
  const first = Math.floor(offset / space.rowHeight) - around;
  const end = Math.ceil((offset + space.viewHeight) / space.rowHeight) + around;
  return { first: within(first, space.count), end: within(end, space.count) };
};

/** How far below the top of the view row `first` begins; negative where it is above. */
export const topOfRow = (first: number, scrollTop: number, space: VirtualSpace): number =>
  first * space.rowHeight - offsetAt(scrollTop, space);

/** The position of the scroll bar that brings a whole row into view with the least movement. */
export const scrollTopToShow = (index: number, scrollTop: number, space: VirtualSpace): number => {
  const offset = offsetAt(scrollTop, space);
  const top = index * space.rowHeight;
  if (top < offset) return scrollTopOf(top, space);
  const hidden = top + space.rowHeight - space.viewHeight;
  return hidden > offset ? Math.ceil(scrollTopOf(hidden, space)) : scrollTop;
};
