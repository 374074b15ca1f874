import { attempt, check } from './ferry-error.ts';
import type { InitOptions, LinkOptions } from './public-types.ts';

const userIdShape = /^([\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;
const webAddress = /^https?:\/\/\w/;

/** Whether this is an address that a page may be loaded from. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && webAddress.test(address);

const checkUserId = (userId: unknown): void =>
  check(userIdShape.test(`${userId}`), 'bad_user_id', 'userId must be a UUID or an email address.');

const checkVersion = (options: InitOptions): void =>
  check(!options.proxyUrl, 'v0_api', 'proxyUrl ended with v0: use linkToken, and leave proxyUrl out.');

/** Throws for what is wrong in the options of `init`, whatever the page does next. */
export const checkInitOptions = (options: InitOptions): void => {
  checkVersion(options);
  // An empty value is a mistake of the page, and must not continue what somebody else has begun.
  if ('userId' in options) checkUserId(options.userId);
};

/** Throws unless `token` is one, or `isRequested` that gets one. */
export function checkLinkToken(token: unknown): asserts token is string {
  check(
    token && typeof token === 'string',
    'bad_link_token',
    'linkToken must be the link token of your backend, or a function that gets one.',
  );
}

/** Throws for what is wrong in the options of `startModal`, whatever the page does next. */
export const checkLinkOptions = (options: LinkOptions): void => {
  const { userId, linkToken, sourceProviders } = options;
  checkVersion(options);
  checkUserId(userId);
  if (typeof linkToken !== 'function') checkLinkToken(linkToken);
  check(
    !sourceProviders || attempt(() => sourceProviders.every((name) => name.trim())),
    'bad_source_providers',
    'sourceProviders must be an array of names.',
  );
};

/** The address of the service's API, with a slash at its end. */
export const apiAddress = (baseURL: string | undefined): string => {
  check(isWebAddress(baseURL), 'bad_base_url', `baseURL must be an http(s) address, not ${baseURL}.`);
  return baseURL.replace(/(?<!\/)\/*$/, '/api/v1/');
};

/** The element that holds the modal. */
export const findTarget = (target: string): Element => {
  const holder = attempt(() => document.querySelector(target));
  check(holder, 'bad_target', `target must be a selector of an element on the page, not ${target}.`);
  if (holder !== document.body && !(holder.clientWidth && holder.clientHeight))
    // oxlint-disable-next-line no-console -- a hint for the developer of the page
    console.warn(`${target} has no size, and the modal fills it: give it one.`);
  return holder;
};
