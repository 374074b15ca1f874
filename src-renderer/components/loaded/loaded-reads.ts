import type { Resource } from '#shared/migration-api/fields.ts';
import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import type { RowOf } from '../../api/listings.ts';
import { createdBounds } from '../listing/filters/value-filters.ts';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { ReadWindow } from './row-cache/row-cache.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { selectionLimits } from '#shared/list-limits.ts';

/** Limits a query to one group. The group replaces the query's own filter on the same field. */
const queryInGroup = (query: LoadedQuery, by: GroupKey, key: string): LoadedQuery =>
  by === 'day'
    ? { ...query, ...createdBounds(`${key}..${key}`, new Date()) }
    : { ...query, filters: { ...query.filters, [by]: [key] } };

export const loadedReads = <Name extends Resource>(api: ConsoleApi, resource: Name, query: LoadedQuery) => {
  const rowsOf =
    (loadedQuery: LoadedQuery): ReadWindow<ListedRow<RowOf[Name]>> =>
    async (offset, limit, signal) => {
      const { matched, rows } = await api.loaded.window({ resource, query: loadedQuery, offset, limit }, { signal });
      // The contract's result type doesn't connect the resource with its row type.
      return { matched, rows: rows.map((value) => ({ kind: 'row', value: value as unknown as RowOf[Name] })) };
    };
  const idsOf = async (loadedQuery: LoadedQuery, { first, end }: RowRange): Promise<readonly string[]> => {
    const limit = Math.min(selectionLimits.ids, end - first);
    return (await api.loaded.ids({ resource, query: loadedQuery, offset: first, limit })).ids;
  };
  return {
    idsIn: (range: RowRange) => idsOf(query, range),
    countAmong: async (ids: readonly string[], signal: AbortSignal): Promise<number> =>
      (await api.loaded.among({ resource, query, ids: [...ids] }, { signal })).matched,
    rows: rowsOf(query),
    groups: {
      read: (by: GroupKey, signal: AbortSignal) => api.loaded.groups({ resource, query, by }, { signal }),
      readGroup: (by: GroupKey, key: string) => rowsOf(queryInGroup(query, by, key)),
      idsIn: (by: GroupKey, key: string, range: RowRange) => idsOf(queryInGroup(query, by, key), range),
    },
  };
};
