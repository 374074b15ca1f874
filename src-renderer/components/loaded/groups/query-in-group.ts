import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { createdBounds } from '../created-bounds.ts';

/** A query narrowed to one group of it; its own filter on that field is wider, so it gives way. */
export const queryInGroup = (query: LoadedQuery, by: GroupKey, key: string): LoadedQuery => {
  switch (by) {
    case 'status':
      return { ...query, statuses: [key] };
    case 'company':
      return { ...query, companyIds: [key] };
    case 'provider':
      return { ...query, providers: [key] };
    case 'user':
      return { ...query, users: [key] };
    case 'day':
      return { ...query, ...createdBounds(`${key}..${key}`, new Date()) };
  }
};
