import { createContext, useContext } from 'react';

/** The widths of a table's columns, and how its heads change them. */
export interface ColumnWidths {
  /** In pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (column: string, width: number) => void;
}

const WidthsContext = createContext<ColumnWidths | null>(null);
export const ColumnWidthsProvider = WidthsContext.Provider;
/** null where columns cannot be resized. */
export const useColumnWidths = (): ColumnWidths | null => useContext(WidthsContext);

export const widthLimits = { least: 60, most: 1_200, step: 10 } as const;

export const withinLimits = (width: number): number =>
  Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)));
