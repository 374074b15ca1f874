import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Maximum height in px. Chromium's limit is 33,554,428 px; the difference is for the header and rounding. */
export const maxSpace = 30_000_000;

export interface VirtualSpace {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

export interface RowRange {
  readonly first: number;
  readonly end: number;
}

const fullHeightOf = ({ count, rowHeight }: VirtualSpace): number => count * rowHeight;

export const heightOf = (space: VirtualSpace): number => Math.min(fullHeightOf(space), maxSpace);

/** Returns the row px per scroll px: 1 if all rows fit, more if the space is limited. */
const ratioOf = (space: VirtualSpace): number => {
  const fullHeight = fullHeightOf(space);
  const height = heightOf(space);
  return fullHeight === height ? 1 : (fullHeight - space.viewHeight) / (height - space.viewHeight);
};

const maxOffsetOf = (space: VirtualSpace): number => Math.max(0, fullHeightOf(space) - space.viewHeight);
const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));

export const offsetAt = (scrollTop: number, space: VirtualSpace): number =>
  clamp(scrollTop * ratioOf(space), maxOffsetOf(space));

export const scrollTopOf = (offset: number, space: VirtualSpace): number =>
  clamp(offset, maxOffsetOf(space)) / ratioOf(space);

export const rangeAt = (scrollTop: number, space: VirtualSpace, around: number): RowRange => {
  const offset = offsetAt(scrollTop, space);
  const first = Math.floor(offset / space.rowHeight) - around;
  const end = Math.ceil((offset + space.viewHeight) / space.rowHeight) + around;
  return { first: clamp(first, space.count), end: clamp(end, space.count) };
};

/** Returns the offset of row `first` from the top of the view. Negative if the row starts above the view. */
export const topOfRow = (first: number, scrollTop: number, space: VirtualSpace): number =>
  first * space.rowHeight - offsetAt(scrollTop, space);

export const scrollTopToShow = (index: number, scrollTop: number, space: VirtualSpace): number => {
  const offset = offsetAt(scrollTop, space);
  const top = index * space.rowHeight;
  if (top < offset) return scrollTopOf(top, space);
  const hiddenHeight = top + space.rowHeight - space.viewHeight;
  return hiddenHeight > offset ? Math.ceil(scrollTopOf(hiddenHeight, space)) : scrollTop;
};

const headHeight = 32;
/**
 * Extra rows beyond each end of the view. None are needed, because new rows render in the frame of the scroll event.
 */
const extraRows = 0;
/** Ms for which rows stay hidden after the last jump. */
const fastForMs = 80;

interface VirtualRowsOptions {
  readonly count: number;
  readonly rowHeight: number;
  readonly listKey: string;
}

/**
 * Chooses the rows of a long list to render, in a window that stays fixed while the space below it scrolls. Beyond
 * 16,777,216 px, Chromium rounds positions to even pixels, so rows that scroll would jitter.
 */
export const useVirtualRows = ({ count, rowHeight, listKey }: VirtualRowsOptions) => {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [viewHeight, setViewHeight] = useState(0);
  // Scroll position of the rendered rows. Changes only when other rows become visible.
  const [chosenAt, setChosenAt] = useState(0);
  const [isFast, setFast] = useState(false);
  const slowDownTimer = useRef(0);
  // A single jump is a click or key press and renders immediately. Several jumps mean that the scroll bar is dragged.
  const hasJumped = useRef(false);
  const space = { count, rowHeight, viewHeight };
  const range = rangeAt(chosenAt, space, extraRows);

  const place = (scrollTop: number): void => {
    if (bodyRef.current) bodyRef.current.style.transform = `translateY(${topOfRow(range.first, scrollTop, space)}px)`;
  };
  useLayoutEffect(() => place(scrollerRef.current?.scrollTop ?? 0));

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const measure = (): void => setViewHeight(Math.max(0, scroller.clientHeight - headHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, []);

  const follow = useEffectEvent((scrollTop: number) => {
    const next = rangeAt(scrollTop, space, extraRows);
    const jumps = next.first >= range.end || next.end <= range.first;
    if (jumps) {
      clearTimeout(slowDownTimer.current);
      slowDownTimer.current = window.setTimeout(() => {
        hasJumped.current = false;
        setFast(false);
      }, fastForMs);
    }
    // Updates in the frame of the scroll event. One tick later, the rows would be a frame behind.
    if (next.first !== range.first || next.end !== range.end) {
      flushSync(() => {
        setChosenAt(scrollTop);
        if (jumps && hasJumped.current) setFast(true);
      });
      hasJumped.current = jumps;
    } else place(scrollTop);
  });
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const onScroll = (): void => follow(scroller.scrollTop);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(slowDownTimer.current);
      scroller.removeEventListener('scroll', onScroll);
    };
  }, []);

  const lastKey = useRef(listKey);
  useLayoutEffect(() => {
    if (lastKey.current === listKey) return;
    lastKey.current = listKey;
    scrollerRef.current?.scrollTo(0, 0);
    setChosenAt(0);
  }, [listKey]);

  return {
    scrollerRef,
    bodyRef,
    range,
    height: headHeight + heightOf(space),
    windowHeight: headHeight + Math.min(viewHeight, heightOf(space)),
    /** True while scrolling by more than one view per frame, too fast to read rows. */
    isFast,
    rowsInView: Math.max(1, Math.floor(viewHeight / rowHeight)),
    show: (index: number) => {
      const scroller = scrollerRef.current;
      if (!scroller || viewHeight === 0) return;
      scroller.scrollTop = scrollTopToShow(index, scroller.scrollTop, space);
      setChosenAt(scroller.scrollTop);
    },
  };
};
