import { defaultListingSearch, type ListingSearch } from './listing-search.ts';

const stored: Record<string, object> = {};
/** Under which profile a view was looked at first: the page still has it for a moment after another one was chosen. */
const owners = new WeakMap<object, string>();

/**
 * Keeps how a profile's list was last looked at, for the link that leads back to it; the open row is of the moment, and a
 * number of rows that was not chosen here follows the person's choice in Settings.
 * A list whose rows do not open beside it has no such part.
 * @param search of the route, as it stands on the page
 */
export const keepView = (profileId: string | undefined, path: string, search: ListingSearch): void => {
  if (profileId === undefined || (owners.get(search) ?? profileId) !== profileId) return;
  owners.set(search, profileId);
  const size = search.size === defaultListingSearch.size ? undefined : search.size;
  stored[profileId + path] = { ...search, size, ...('open' in search ? { open: null } : {}) };
};

export const keptView = (profileId: string | undefined, path: string): object => stored[profileId + path] ?? {};
