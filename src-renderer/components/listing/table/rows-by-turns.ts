/** How many rows of this height a scroller of that height can show, one cut at each end included. */
export const rowsThatFit = (height: number, rowHeight: number): number => Math.ceil(height / rowHeight) + 1;

/** The rows of a page in its first turn: new ones where they are in view, and below them what stood there. */
export const firstTurn = <Item>(
  items: readonly Item[],
  before: readonly Item[],
  rowsInView: number,
): readonly Item[] =>
  items.length <= rowsInView ? items : [...items.slice(0, rowsInView), ...before.slice(rowsInView, items.length)];
