import { useState } from 'react';
import type { RowPlace } from '../../listing/table/row-place.ts';
import type { TableRow } from '../../listing/table/table-types.ts';
import type { RowSource } from '../row-cache/row-source.ts';

/** How far from the place where a row was, or from what is in view, it is looked for. */
const reach = 300;

const idAt = <Row extends TableRow>(source: RowSource<Row> | null, index: number): string | null => {
  const item = source?.itemAt(index);
  return item?.kind === 'row' ? item.value.id : null;
};

/** The place nearest to `from` where a row stands; null where it is not near, or not read. */
const indexNear = (idOf: (index: number) => string | null, id: string, from: number): number | null => {
  for (let away = 0; away <= reach; away += 1) {
    if (idOf(from + away) === id) return from + away;
    if (away > 0 && from >= away && idOf(from - away) === id) return from - away;
  }
  return null;
};

/** Where the open row stands among the loaded ones, as long as it is near to where it was or to what is in view. */
export const useOpenPlace = <Row extends TableRow>(
  source: RowSource<Row> | null,
  openId: string | null,
  firstInView: number,
): RowPlace<Row> => {
  const [known, setKnown] = useState<number | null>(null);
  const idOf = (index: number): string | null => idAt(source, index);
  const index =
    openId === null
      ? null
      : ((known === null ? null : indexNear(idOf, openId, known)) ?? indexNear(idOf, openId, firstInView));
  if (index !== null && index !== known) setKnown(index);
  const item = index === null ? undefined : source?.itemAt(index);
  return {
    index,
    count: source?.count ?? 0,
    scope: 'in the loaded rows',
    row: item?.kind === 'row' ? item.value : undefined,
    previous: index === null ? null : idOf(index - 1),
    next: index === null ? null : idOf(index + 1),
  };
};
