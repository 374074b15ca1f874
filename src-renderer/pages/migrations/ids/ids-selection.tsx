import type { ReactNode } from 'react';
import type { SelectionStore } from '#ui/table/row-selection.ts';
import type { Selectable } from '../../../components/listing/selection/selected-rows.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { fileRow, type IdRow } from './id-rows.ts';

interface IdsSelectionProps {
  readonly profileId: string;
  readonly store: SelectionStore;
  readonly selectable: Selectable;
  readonly rows: readonly IdRow[];
  readonly isRowOpen: boolean;
  readonly children: ReactNode;
}

export const IdsSelection = ({ profileId, store, selectable, rows, isRowOpen, children }: IdsSelectionProps) => {
  const linesOf = (ids: readonly string[]): readonly IdRow[] => {
    const wanted = new Set(ids);
    return rows.filter(({ id }) => wanted.has(id));
  };
  const migrationsIn = (ids: readonly string[]) => linesOf(ids).flatMap(({ migration }) => migration ?? []);
  return (
    <SelectionBar
      store={store}
      selectable={selectable}
      allOf=""
      isRowOpen={isRowOpen}
      watchable={(ids) => migrationsIn(ids).map(({ id }) => id)}
      readRows={(ids) => Promise.resolve(migrationsIn(ids))}
      chosenOf={(ids) => {
        const lines = linesOf(ids);
        return { profileId, ids: lines.map(({ id }) => id), rows: lines.map(fileRow) };
      }}
      exported={{ query: {}, filters: 0, page: null, isSelectionOnly: true }}
    >
      {children}
    </SelectionBar>
  );
};
