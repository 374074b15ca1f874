import type { groupKeys as contractKeys, GroupKey } from '#shared/console-contract/loaded-query.ts';
import { parseSort, sortText } from './next-sort.ts';

/** What rows can be grouped by; the type fails when it differs from the contract's list. */
const groupKeys: typeof contractKeys = ['status', 'company', 'provider', 'user', 'day'];

/** What the route holds of a page that shows one page of rows, or all that are loaded. */
export interface LoadedView {
  readonly view: 'page' | 'all';
  /** "col-created desc", as `parseSort` reads it; only for all rows. */
  readonly sort: string | null;
  readonly group: GroupKey | null;
}

export const defaultLoadedView: LoadedView = { view: 'page', sort: null, group: null };

export const parseLoadedView = (raw: Record<string, unknown>, sortable: ReadonlySet<string>): LoadedView => ({
  view: raw['view'] === 'all' ? 'all' : 'page',
  sort: sortText(parseSort(raw['sort'], sortable)),
  group: groupKeys.find((each) => each === raw['group']) ?? null,
});
