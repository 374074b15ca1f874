import { attempt, check } from './ferry-error.ts';
import type { InitOptions, LinkOptions } from './public-types.ts';

const userIdShape = /^([\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;
const webAddress = /^https?:\/\/\w/;

/** Whether a page can be loaded from this URL. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && webAddress.test(address);

const checkUserId = (userId: unknown): void =>
  check(userIdShape.test(`${userId}`), 'bad_user_id', 'userId must be a UUID or an email address.');

const checkVersion = (options: InitOptions): void =>
  check(!options.proxyUrl, 'v0_api', 'proxyUrl was removed after v0. Use linkToken.');

/** Throws for invalid options of `init`. */
export const checkInitOptions = (options: InitOptions): void => {
  checkVersion(options);
  // An empty value is a bug of the page, and must not continue another user's migration.
  if ('userId' in options) checkUserId(options.userId);
};

/** Throws unless `token` is a link token, or `isRequested` and a function. */
export function checkLinkToken(token: unknown): asserts token is string {
  check(
    token && typeof token === 'string',
    'bad_link_token',
    'linkToken must be a link token or a function that returns one.',
  );
}

/** Throws for invalid options of `startModal`. */
export const checkLinkOptions = (options: LinkOptions): void => {
  const { userId, linkToken, sourceProviders } = options;
  checkVersion(options);
  checkUserId(userId);
  if (typeof linkToken !== 'function') checkLinkToken(linkToken);
  check(
    !sourceProviders || attempt(() => sourceProviders.every((name) => name.trim())),
    'bad_source_providers',
    'sourceProviders must be an array of provider names.',
  );
};

/** Returns the API URL with a trailing slash. */
export const apiAddress = (baseURL: string | undefined): string => {
  check(isWebAddress(baseURL), 'bad_base_url', `baseURL must be an http(s) URL, not ${baseURL}.`);
  return baseURL.replace(/(?<!\/)\/*$/, '/api/v1/');
};

export const findTarget = (target: string): Element => {
  const holder = attempt(() => document.querySelector(target));
  check(holder, 'bad_target', `target must match an element on the page, not ${target}.`);
  if (holder !== document.body && !(holder.clientWidth && holder.clientHeight))
    // oxlint-disable-next-line no-console -- a hint for the developer of the page
    console.warn(`${target} has no size. Set its width and height, because the modal fills it.`);
  return holder;
};
