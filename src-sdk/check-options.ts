import { attempt, check } from './ferry-error.ts';
import type { InitOptions, LinkOptions } from './public-types.ts';

/** A UUID, or an email address of up to 254 ASCII characters. In rare cases, the service's own check differs. */
const userIdShape = /^([\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}|(?!.{255})[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+)$/i;
const webAddress = /^https?:\/\/\w/;

/** Whether this is an http(s) URL. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && webAddress.test(address);

/** Throws if options of `init` or `startModal` are invalid. */
export const checkInitOptions = (options: InitOptions): void => {
  check(!options.proxyUrl, 'v0_api', 'proxyUrl was removed after v0. Use linkToken.');
  // An empty `userId`, a bug of the page, must not continue another user's migration.
  const isValid = !('userId' in options) || userIdShape.test(`${options.userId}`);
  check(isValid, 'bad_user_id', 'userId must be a UUID or an email address.');
};

/** Throws unless `token` is a non-empty string. */
export function checkLinkToken(token: unknown): asserts token is string {
  check(token && typeof token === 'string', 'bad_link_token', 'linkToken must be or return a link token.');
}

/** Throws if options of `startModal` are invalid. */
export const checkLinkOptions = (options: LinkOptions): void => {
  const { linkToken, sourceProviders } = options;
  checkInitOptions(options);
  if (typeof linkToken !== 'function') checkLinkToken(linkToken);
  check(
    !sourceProviders ||
      (sourceProviders.length &&
        attempt(() => sourceProviders.every((name, index) => name.trim() && !name[100] && index < 50))),
    'bad_source_providers',
    'sourceProviders must be 1 to 50 names.',
  );
};

/** Returns the API URL with a trailing slash. */
export const apiAddress = (baseURL: string | undefined): string => {
  check(isWebAddress(baseURL), 'bad_base_url', `baseURL must be an http(s) URL, not ${baseURL}.`);
  return baseURL.replace(/(?<!\/)\/*$/, '/api/v1/');
};

/**
 * Returns the element that the modal fills. Warns if the element has no size.
 * @throws {FerryError} `bad_target` if no element matches
 */
export const findTarget = (target: string): Element => {
  const holder = attempt(() => document.querySelector(target));
  check(holder, 'bad_target', `No element matches the target ${target}.`);
  if (holder !== document.body && !(holder.clientWidth && holder.clientHeight))
    // oxlint-disable-next-line no-console -- a message to the developer of the page
    console.warn(`${target} has no width or height.`);
  return holder;
};
