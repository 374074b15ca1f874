import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import { rowsThatFit } from './rows-by-turns.ts';

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
  const shownPage = useRef(pageKey);
  useLayoutEffect(() => {
    if (shownPage.current === pageKey) return;
    shownPage.current = pageKey;
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
