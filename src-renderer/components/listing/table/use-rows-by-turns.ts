import { startTransition, useEffect, useState } from 'react';

/** Of the lowest rows that can be chosen. */
const rowHeight = 30;
/** How many rows a window can show at most. */
const rowsInView = (): number => Math.ceil(window.innerHeight / rowHeight) + 1;

/**
 * The rows of a page in two turns: what the window can show at once, and the rows below it, which nobody sees yet, after
 * that has painted. A flip to a page of a hundred rows so costs the first frame no more than one of twenty-five. Until
 * its turn, a row below keeps what it showed.
 */
export const useRowsByTurns = <Item>(items: readonly Item[]): readonly Item[] => {
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
  if (below === items) return items;
  const inView = rowsInView();
  return [...items.slice(0, inView), ...below.slice(inView, items.length)];
};
