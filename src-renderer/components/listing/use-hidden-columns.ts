import { useMemo, useState } from 'react';
import type { ListingTopic } from './listing-query.ts';
import { hiddenColumnsOf } from './table-view.ts';
import type { Columns, TableRow } from './table-types.ts';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** A column that can be hidden, and its name. */
export interface HideableColumn {
  readonly id: string;
  readonly head: string;
}

export interface ColumnChoice<Row extends TableRow> {
  /** The columns that are shown. */
  readonly columns: Columns<Row>;
  readonly hideable: readonly HideableColumn[];
  readonly hidden: readonly string[];
  readonly setHidden: (hidden: readonly string[]) => void;
}

/**
 * Which columns of a table are shown, remembered per table in this browser or window. The first one and the id stay: a
 * row without them says nothing.
 */
export const useHiddenColumns = <Row extends TableRow>(topic: ListingTopic, all: Columns<Row>): ColumnChoice<Row> => {
  const key = `ferry-columns-${topic}`;
  const hideable = useMemo(
    () =>
      all
        .slice(1)
        .filter(({ id }) => id !== 'col-id')
        .map(({ id = '', header }) => ({ id, head: typeof header === 'string' ? header : id })),
    [all],
  );
  const [hidden, setHidden] = useState(() =>
    hiddenColumnsOf(
      read(key),
      hideable.map(({ id }) => id),
    ),
  );
  const columns = useMemo(() => all.filter(({ id = '' }) => !hidden.includes(id)), [all, hidden]);
  return {
    columns,
    hideable,
    hidden,
    setHidden: (next) => {
      setHidden(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A full or closed storage costs the memory of the choice, not the choice.
      }
    },
  };
};
