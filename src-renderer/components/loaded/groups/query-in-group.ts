import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { createdBounds } from '../created-bounds.ts';

/** A query narrowed to one group of it; its own filter on that field is wider, so it gives way. */
export const queryInGroup = (query: LoadedQuery, by: GroupKey, key: string): LoadedQuery =>
  by === 'day'
    ? { ...query, ...createdBounds(`${key}..${key}`, new Date()) }
    : { ...query, filters: { ...query.filters, [by]: [key] } };
