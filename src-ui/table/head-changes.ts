import { createContext, useContext } from 'react';

/** What the heads of a table change of it. */
export interface HeadChanges {
  /** Of the columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (column: string, width: number) => void;
  /** Puts a column before another one that is shown; null: behind the last. */
  readonly onMove: (column: string, before: string | null) => void;
}

const ChangesContext = createContext<HeadChanges | null>(null);
export const HeadChangesProvider = ChangesContext.Provider;

/** null where columns stay as they are. */
export const useHeadChanges = (): HeadChanges | null => useContext(ChangesContext);
