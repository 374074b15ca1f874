import { startTransition, useEffect, useState } from 'react';

/** How many rows of this height a scroller of that height can show, one cut at each end included. */
export const rowsThatFit = (height: number, rowHeight: number): number => Math.ceil(height / rowHeight) + 1;

/** The rows of a page in its first turn: new ones where they are in view, and below them what stood there. */
export const firstTurn = <Item>(
  items: readonly Item[],
  before: readonly Item[],
  rowsInView: number,
): readonly Item[] =>
  items.length <= rowsInView ? items : [...items.slice(0, rowsInView), ...before.slice(rowsInView, items.length)];

/**
 * The rows of a page in two turns: what is in view, and the rows below it, which nobody sees yet, after that has painted.
 * A flip to a page of a hundred rows so costs the first frame no more than one of twenty-five.
 */
export const useRowsByTurns = <Item>(items: readonly Item[], rowsInView: number): readonly Item[] => {
  const [below, setBelow] = useState(items);
  useEffect(() => {
    if (below === items) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setBelow(items)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [below, items]);
  return below === items ? items : firstTurn(items, below, rowsInView);
};
