import { useMemo } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { TableRow } from '../../listing/table/table-types.ts';
import type { RowCache } from './row-cache.ts';
import type { RowSource } from './row-source.ts';

/** The rows of a cache, one after the other. */
export const useCacheSource = <Row extends TableRow>(cache: RowCache<ListedRow<Row>>): RowSource<Row> => {
  const count = cache.matched() ?? 0;
  return useMemo(() => ({ count, itemAt: cache.rowAt, want: cache.want }), [cache, count]);
};
