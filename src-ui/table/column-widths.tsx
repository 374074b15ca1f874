import { type CSSProperties, type KeyboardEvent, type PointerEvent, useCallback, useRef } from 'react';
import './column-widths.css';

export interface HeadChanges {
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (column: string, width: number) => void;
  /** Moves a column before another visible column. Null moves the column to the end. */
  readonly onMove: (column: string, before: string | null) => void;
}

export interface SizedColumn {
  /** ID of the column. Also its CSS class, which sets its width and alignment. */
  readonly id: string;
  /** In px, from the widest list to the narrowest. If omitted, the column shares the remaining space. */
  readonly widths?: readonly number[] | undefined;
}

const widthNames = ['--width-wide', '--width-medium', '--width-narrow', '--width-slim'];

const widthStyle = (chosen: number | undefined, widths: readonly number[]): CSSProperties => {
  if (chosen !== undefined) return { width: chosen };
  return Object.fromEntries(
    widths.length === 0 ? [] : widthNames.map((name, at) => [name, `${widths[Math.min(at, widths.length - 1)]}px`]),
  );
};

interface ColumnGroupProps {
  readonly columns: readonly SizedColumn[];
  readonly changes: HeadChanges | undefined;
}

export const ColumnGroup = ({ columns, changes }: ColumnGroupProps) => (
  <colgroup>
    {columns.map(({ id, widths = [] }) => (
      // Set through the CSSOM, because the content security policy blocks style attributes.
      <col key={id} className={id} style={widthStyle(changes?.widths[id], widths)} />
    ))}
  </colgroup>
);

/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex,
   jsx-a11y/prefer-tag-over-role -- A separator with a value is a control (WAI-ARIA), which an <hr> isn't. */

interface ColumnResizerProps {
  readonly name: string;
  readonly width: number | undefined;
  readonly onWidth: (width: number) => void;
}

const widthLimits = { min: 60, max: 1_200, step: 10 } as const;

const withinLimits = (width: number): number => Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)));

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -5, PageUp: 5 };

const colOf = (head: HTMLTableCellElement): HTMLElement | null =>
  head.closest('table')?.querySelectorAll('col')[head.cellIndex] ?? null;

export const ColumnResizer = ({ name, width, onWidth }: ColumnResizerProps) => {
  const drag = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const headOf = (element: Element): HTMLTableCellElement => element.closest('th') as HTMLTableCellElement;
  // The width in the browser is known only after mounting.
  const measure = useCallback(
    (element: HTMLSpanElement | null) => {
      const currentWidth = width ?? element?.closest('th')?.offsetWidth;
      if (currentWidth !== undefined) element?.setAttribute('aria-valuenow', String(Math.round(currentWidth)));
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
      aria-valuemin={widthLimits.min}
      aria-valuemax={widthLimits.max}
      aria-valuenow={width ?? widthLimits.min}
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
