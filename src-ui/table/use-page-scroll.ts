import { type RefObject, startTransition, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface PageScroll {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly onScroll: (event: UIEvent) => void;
  /** How many rows the scroller can show, those that it cuts included. */
  readonly rowsInView: number;
}

/** Brings another page to its first row, and tells how many rows are in view. */
export const usePageScroll = (pageKey: string, rowHeight: number): PageScroll => {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  // What scrolls lays out all rows at once, so a page that stands at its top is left alone.
  const isScrolled = useRef(false);
  const lastPage = useRef(pageKey);
  useLayoutEffect(() => {
    if (lastPage.current === pageKey) return;
    lastPage.current = pageKey;
    if (!isScrolled.current) return;
    isScrolled.current = false;
    scrollerRef.current?.scrollTo(0, 0);
  }, [pageKey]);

  // Until it is measured, the scroller is as high as the window.
  const [rowsInView, setRowsInView] = useState(() => rowsThatFit(window.innerHeight, rowHeight));
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRowsInView(rowsThatFit(entry.contentRect.height, rowHeight));
    });
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [rowHeight]);

  return {
    scrollerRef,
    bodyRef,
    rowsInView,
    onScroll: ({ currentTarget: { scrollTop, scrollLeft } }) => {
      isScrolled.current = scrollTop > 0 || scrollLeft > 0;
    },
  };
};

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
