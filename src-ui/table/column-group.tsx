import type { CSSProperties } from 'react';
import { useHeadChanges } from './head-changes.ts';
import './column-group.css';

/** A column of a table, as far as its width is concerned. */
export interface SizedColumn {
  /** Also its class: the page's styles give its width and alignment by it. */
  readonly id: string;
  /** In pixels, from the widest list to the narrowest; without any it takes its part of what is left. */
  readonly widths?: readonly number[] | undefined;
}

const widthNames = ['--width-wide', '--width-medium', '--width-narrow', '--width-slim'];

/** The width that a person chose, else those of the column by the width of the list (column-group.css). */
const widthStyle = (chosen: number | undefined, widths: readonly number[]): CSSProperties => {
  if (chosen !== undefined) return { width: chosen };
  return Object.fromEntries(
    widths.length === 0 ? [] : widthNames.map((name, at) => [name, `${widths[Math.min(at, widths.length - 1)]}px`]),
  );
};

/** How wide the columns of a table are, with its rows or while they are to come. */
export const ColumnGroup = ({ columns }: { readonly columns: readonly SizedColumn[] }) => {
  const chosen = useHeadChanges()?.widths;
  return (
    <colgroup>
      {columns.map(({ id, widths = [] }) => (
        // By the CSSOM, which the policy of the pages lets pass.
        <col key={id} className={id} style={widthStyle(chosen?.[id], widths)} />
      ))}
    </colgroup>
  );
};
