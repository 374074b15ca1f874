import { type ReadResult, refuse } from './read-result.ts';

interface BaseAddress {
  /** Normalized for storage, without a trailing slash. */
  readonly baseURL: string;
  readonly origin: string;
}

/** `host`: as `URL` writes it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/**
 * Parses the base URL of a service: https, or http on loopback only; no user name, query or fragment. Rejects
 * what a URL parser would silently repair: users must see the exact URL that the console calls.
 */
export function readBaseAddress(text: string): ReadResult<BaseAddress> {
  const typed = text.trim();
  if (!/^https?:\/\/[^/]/i.test(typed))
    return refuse('Enter a base URL with https:// and a host name, like https://api.example.com.');
  // eslint-disable-next-line no-control-regex
  if (/[\s\u0000-\u001f\u007f\\]/.test(typed))
    return refuse('The base URL contains a space, a backslash or an invisible character. Type it instead of pasting.');
  if (/[?#]/.test(typed)) return refuse('Remove "?", "#" and everything after them from the base URL.');
  const authority = typed.slice(typed.indexOf('//') + 2).split('/')[0] ?? '';
  if (authority.includes('@'))
    return refuse('Remove the user name and password before the @ from the base URL. Enter the key in its own field.');
  if (!URL.canParse(typed)) return refuse('The base URL is incomplete. Use a valid host name, and a port up to 65535.');
  const url = new URL(typed);
  if (url.username || url.password)
    return refuse('Remove the user name and password before the @ from the base URL. Enter the key in its own field.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('Use https:// to protect the key. http:// is allowed only on loopback addresses.');
  }
  return { ok: true, baseURL: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ''), origin: url.origin };
}

export const isLoopbackAddress = (baseURL: string): boolean => isLoopback(new URL(baseURL).hostname);

export const originOf = (baseURL: string): string => new URL(baseURL).origin;
