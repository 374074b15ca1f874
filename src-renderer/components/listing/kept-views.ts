import { defaultListingSearch, type ListingSearch } from './listing-search.ts';

const storedViews: Record<string, object> = {};
/** Profile of each view. Needed because the page briefly keeps the old view after a profile switch. */
const owners = new WeakMap<object, string>();

/**
 * Stores a profile's list view for the navigation link, without the open row. A page size that wasn't chosen here
 * follows the setting.
 * @param search of the current route
 */
export const keepView = (profileId: string | undefined, path: string, search: ListingSearch): void => {
  if (profileId === undefined || (owners.get(search) ?? profileId) !== profileId) return;
  owners.set(search, profileId);
  const size = search.size === defaultListingSearch.size ? undefined : search.size;
  storedViews[profileId + path] = { ...search, size, ...('open' in search ? { open: null } : {}) };
};

export const savedViewState = (profileId: string | undefined, path: string): object =>
  storedViews[profileId + path] ?? {};
