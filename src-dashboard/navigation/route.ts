import { useSyncExternalStore } from 'react';
import { invitationHash, resetHash } from '#shared/dashboard-api/limits.ts';
import { readRotateHash } from '#shared/dashboard-api/rotate-hash.ts';

export const pageNames = [
  'keys',
  'webhooks',
  'people',
  'sessions',
  'audit',
  'organization',
  'organizations',
  'account',
] as const;
export type PageName = (typeof pageNames)[number];

const withoutQuery = (hash: string): string => hash.split('?', 1)[0] ?? '';

type Route =
  | { readonly invitation: string }
  | { readonly reset: string }
  | { readonly organization: string | undefined; readonly page: PageName };

/**
 * Parses the URL's hash: `#/<organization>/<page>`, `#/invitation/<token>`, `#/reset/<token>` or `#/rotate/<last
 * four>`. A page's filters follow a question mark, see `queryOf`.
 */
export const readRoute = (hash: string): Route => {
  if (hash.startsWith(invitationHash)) return { invitation: hash.slice(invitationHash.length) };
  if (hash.startsWith(resetHash)) return { reset: hash.slice(resetHash.length) };
  if (readRotateHash(hash) !== undefined) return { organization: undefined, page: 'keys' };
  const [, organization, name] = withoutQuery(hash).split('/');
  const page = pageNames.find((pageName) => pageName === name) ?? 'keys';
  return { organization: organization || undefined, page };
};

export const hrefOf = (organization: string, page: PageName, query?: URLSearchParams): string =>
  `#/${organization}/${page}${query?.size ? `?${query.toString()}` : ''}`;

export const queryOf = (hash: string): URLSearchParams => new URLSearchParams(hash.split('?')[1]);

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);

/** Returns the query string that company sign-in added to the URL, with its question mark. Undefined if missing. */
export const companyAnswer = (): string | undefined =>
  new URLSearchParams(location.search).has('state') ? location.search : undefined;

/** Replaces the URL without a history entry, so that Back skips the old URL. */
export const replaceHash = (hash: string): void => {
  history.replaceState(null, '', `${location.pathname}${hash}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
};

export const leaveRoute = (): void => replaceHash('#/');
