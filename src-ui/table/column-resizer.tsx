/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   A separator with a value is a control (WAI-ARIA, window splitter), and no rule between paragraphs. */
import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import './column-resizer.css';

interface ColumnResizerProps {
  readonly name: string;
  /** As chosen; undefined while the page's own width holds. */
  readonly width: number | undefined;
  readonly onWidth: (width: number) => void;
}

/** Of a column, in pixels. */
const widthLimits = { least: 60, most: 1_200, step: 10 } as const;

const withinLimits = (width: number): number =>
  Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)));

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -5, PageUp: 5 };

/** The `col` element of the head that a part of it stands in. */
const colOf = (head: HTMLTableCellElement): HTMLElement | null =>
  head.closest('table')?.querySelectorAll('col')[head.cellIndex] ?? null;

/** At the right edge of a column's head: dragged, or moved by the arrows, it makes the column wider or narrower. */
export const ColumnResizer = ({ name, width, onWidth }: ColumnResizerProps) => {
  const drag = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const headOf = (element: Element): HTMLTableCellElement => element.closest('th') as HTMLTableCellElement;
  // The width that the browser gave it is known when it stands in the page.
  const measure = useCallback(
    (element: HTMLSpanElement | null) => {
      const now = width ?? element?.closest('th')?.offsetWidth;
      if (now !== undefined) element?.setAttribute('aria-valuenow', String(Math.round(now)));
    },
    [width],
  );
  const show = (element: Element, next: number): void => {
    const col = colOf(headOf(element));
    if (col) col.style.width = `${next}px`;
  };
  const widthAt = ({ clientX }: PointerEvent): number =>
    withinLimits((drag.current?.width ?? 0) + clientX - (drag.current?.from ?? 0));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(withinLimits(headOf(event.currentTarget).offsetWidth + step * widthLimits.step));
  };
  return (
    <span
      ref={measure}
      className="column-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      aria-valuenow={width ?? widthLimits.least}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: headOf(event.currentTarget).offsetWidth };
      }}
      onPointerMove={(event) => (drag.current ? show(event.currentTarget, widthAt(event)) : undefined)}
      onPointerUp={(event) => {
        if (!drag.current) return;
        const next = widthAt(event);
        drag.current = null;
        onWidth(next);
      }}
      onPointerCancel={(event) => {
        if (drag.current) show(event.currentTarget, drag.current.width);
        drag.current = null;
      }}
    />
  );
};
