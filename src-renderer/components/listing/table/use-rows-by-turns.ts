import { startTransition, useEffect, useState } from 'react';
import { firstTurn } from './rows-by-turns.ts';

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
