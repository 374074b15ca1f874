import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import type { RowOf } from '../../api/listings.ts';
import { queryInGroup } from './groups/query-in-group.ts';
import type { ReadWindow } from './row-cache/use-row-cache.ts';

/** How the rows of a query, its groups, and the rows of one group are read from what is loaded of a resource. */
export const loadedReads = <Resource extends keyof RowOf>(api: ConsoleApi, resource: Resource, query: LoadedQuery) => {
  const rowsOf =
    (asked: LoadedQuery): ReadWindow<RowOf[Resource]> =>
    async (offset, limit, signal) => {
      const { matched, rows } = await api.loaded.window({ resource, query: asked, offset, limit }, { signal });
      // The contract gives either kind of row for either resource.
      return { matched, rows: rows as readonly unknown[] as readonly RowOf[Resource][] };
    };
  return {
    rows: rowsOf(query),
    groups: {
      read: (by: GroupKey, signal: AbortSignal) => api.loaded.groups({ resource, query, by }, { signal }),
      readIn: (by: GroupKey, key: string) => rowsOf(queryInGroup(query, by, key)),
    },
  };
};
