import { useMemo } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { TableRow } from '#ui/table/table-types.ts';
import type { RowCache } from './row-cache.ts';
import type { RowList } from '#ui/table/row-list.ts';

/** The rows of a cache, one after the other. */
export const useCachedRows = <Row extends TableRow>(cache: RowCache<ListedRow<Row>>): RowList<Row> => {
  const count = cache.matched() ?? 0;
  return useMemo(() => ({ count, itemAt: cache.rowAt, want: cache.want }), [cache, count]);
};
