import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Steps of a shrinking bar: chips with long labels, with short labels, active chips and a button, only a button. */
const folds = ['nothing', 'words', 'unset', 'all'] as const;
type Fold = (typeof folds)[number];

interface FoldState {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly fold: Fold;
  /** Keeps the layout while a menu of the bar is open. */
  readonly hold: (isOpen: boolean) => void;
  readonly isHeld: boolean;
}

const last = folds.length - 1;

const isOverflowing = (bar: HTMLElement): boolean => {
  const end = bar.lastElementChild?.getBoundingClientRect().right ?? 0;
  return end > bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight) + 6.5;
};

/**
 * Folds a bar into one line before paint.
 * @param key identifies the content; a change restarts at the first step
 */
export const useFold = (key: string): FoldState => {
  const bar = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const measuredKey = `${key} ${width}`;
  const [state, setState] = useState({ measured: measuredKey, at: 0 });
  const measuredIndex = state.measured === measuredKey ? state.at : 0;
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const foldIndex = heldAt ?? measuredIndex;

  // Measuring forces a layout, so measure only when the width may have changed.
  useLayoutEffect(() => {
    if (heldAt === null && foldIndex < last && bar.current && isOverflowing(bar.current))
      setState({ measured: measuredKey, at: foldIndex + 1 });
  }, [measuredKey, foldIndex, heldAt]);
  // Growing content only folds the bar further. Unfolding it here, too, would cause an endless loop.
  const foldIfCut = useEffectEvent(() => {
    if (heldAt === null && foldIndex < last && bar.current && isOverflowing(bar.current))
      setState({ measured: measuredKey, at: foldIndex + 1 });
  });
  useEffect(() => {
    if (!bar.current) return;
    // Runs before paint, so that the old width is never visible.
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        flushSync(() => (target === bar.current ? setWidth(Math.round(contentRect.width)) : foldIfCut()));
      }
    });
    observer.observe(bar.current);
    if (bar.current.lastElementChild) observer.observe(bar.current.lastElementChild);
    return () => observer.disconnect();
  }, []);

  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return {
    bar,
    fold: folds[foldIndex] ?? 'all',
    isHeld: heldAt !== null,
    hold: (isOpen) => {
      cancelAnimationFrame(frame.current);
      if (isOpen) return setHeldAt(foldIndex);
      // The focus returns to the button in the next frame.
      frame.current = requestAnimationFrame(() => {
        frame.current = requestAnimationFrame(() => setHeldAt(null));
      });
    },
  };
};
