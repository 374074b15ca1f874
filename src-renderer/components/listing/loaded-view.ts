import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { filterNames } from '#shared/migration-api/fields.ts';
import { parseSort, sortText } from './columns/column-sort.ts';

const groupKeys: readonly GroupKey[] = [...filterNames, 'day'];

export interface LoadedView {
  readonly view: 'page' | 'all';
  /** Such as "col-created desc", parsed by `parseSort`. Used only for loaded rows. */
  readonly sort: string | null;
  readonly group: GroupKey | null;
}

export const defaultLoadedView: LoadedView = { view: 'page', sort: null, group: null };

export const parseLoadedView = (raw: Record<string, unknown>, sortable: ReadonlySet<string>): LoadedView => ({
  view: raw['view'] === 'all' ? 'all' : 'page',
  sort: sortText(parseSort(raw['sort'], sortable)),
  group: groupKeys.find((each) => each === raw['group']) ?? null,
});
