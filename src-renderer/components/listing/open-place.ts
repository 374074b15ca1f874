import { useState } from 'react';
import { indexNear } from '#ui/table/row-cursor.ts';
import type { RowList, TableRow } from '#ui/table/table-types.ts';

export interface RowPlace<Row extends TableRow> {
  readonly index: number | null;
  readonly count: number;
  /** Follows "not" in messages, such as "on this page". */
  readonly scope: string;
  readonly row: Row | undefined;
  readonly previous: string | null;
  readonly next: string | null;
}

const idAt = <Row extends TableRow>(rows: RowList<Row> | null, index: number): string | null => {
  const item = rows?.itemAt(index);
  return item?.kind === 'row' ? item.value.id : null;
};

export const useOpenPlace = <Row extends TableRow>(
  { rows, scope }: { readonly rows: RowList<Row> | null; readonly scope: string },
  openId: string | null,
  firstInView: number,
): RowPlace<Row> => {
  const [knownIndex, setKnownIndex] = useState<number | null>(null);
  const idOf = (index: number): string | null => idAt(rows, index);
  const index =
    openId === null
      ? null
      : ((knownIndex === null ? null : indexNear(idOf, openId, knownIndex)) ?? indexNear(idOf, openId, firstInView));
  if (index !== null && index !== knownIndex) setKnownIndex(index);
  const item = index === null ? undefined : rows?.itemAt(index);
  return {
    index,
    count: rows?.count ?? 0,
    scope,
    row: item?.kind === 'row' ? item.value : undefined,
    previous: index === null ? null : idOf(index - 1),
    next: index === null ? null : idOf(index + 1),
  };
};
