import type { DeepLink } from '#shared/deep-links/deep-link.ts';
import { parseCompaniesSearch } from '../../pages/companies/companies-search.ts';
import { parseMigrationsSearch } from '../../pages/migrations/migrations-search.ts';

type LinkRoute =
  | { readonly to: '/migrations'; readonly search: ReturnType<typeof parseMigrationsSearch> }
  | { readonly to: '/companies'; readonly search: ReturnType<typeof parseCompaniesSearch> }
  | { readonly to: '/companies/$id'; readonly params: { readonly id: string } };

/** Whether the page parses all of the link's search. Otherwise, the page would silently drop a filter. */
const isKept = (meant: DeepLink['search'], read: object): boolean =>
  Object.entries(meant).every(
    ([name, value]) => JSON.stringify((read as Record<string, unknown>)[name]) === JSON.stringify(value),
  );

/** Returns the route of a link. Null if the page couldn't show it as intended. */
export const linkRoute = ({ page, id, search }: DeepLink): LinkRoute | null => {
  if (id !== null && page === 'companies') return { to: '/companies/$id', params: { id } };
  if (page === 'companies') {
    const parsedSearch = parseCompaniesSearch({ ...search });
    return isKept(search, parsedSearch) ? { to: '/companies', search: parsedSearch } : null;
  }
  const expectedSearch: DeepLink['search'] = id === null ? search : { open: id };
  const read = parseMigrationsSearch({ ...expectedSearch });
  return isKept(expectedSearch, read) ? { to: '/migrations', search: read } : null;
};
