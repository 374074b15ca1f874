import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react';

interface PageScroll {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent) => void;
}

export const usePageScroll = (pageKey: string): PageScroll => {
  const scrollerRef = useRef<HTMLDivElement>(null);
  // Scrolling forces a layout of all rows, so a page that is already at its top is left alone.
  const isScrolled = useRef(false);
  const lastPage = useRef(pageKey);
  useLayoutEffect(() => {
    if (lastPage.current === pageKey) return;
    lastPage.current = pageKey;
    if (!isScrolled.current) return;
    isScrolled.current = false;
    scrollerRef.current?.scrollTo(0, 0);
  }, [pageKey]);

  return {
    scrollerRef,
    onScroll: ({ currentTarget: { scrollTop, scrollLeft } }) => {
      isScrolled.current = scrollTop > 0 || scrollLeft > 0;
    },
  };
};
