import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { UserError } from '#shared/user-error.ts';

export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

// Hosts that are safe in a header or CSP. `URL` also accepts `*`, `;`, `'` and `,` in a host, which a CSP reads as a
// wildcard, the end of a directive, a keyword or a separator.
const namedHost = /^https?:\/\/(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/;

export const canonicalOrigin = (text: string): string | undefined => {
  if (!namedHost.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === text ? origin : undefined;
};

export const isLoopbackOrigin = (origin: string): boolean => {
  const canonical = canonicalOrigin(origin);
  return canonical !== undefined && isLoopbackHost(new URL(canonical).hostname);
};

const networkRanges: readonly string[] = ['private', 'linkLocal', 'uniqueLocal'];

/** Whether origin and host have the same private IP address, at any port. Names don't count, because DNS can change. */
const isSamePrivateAddress = (origin: string, host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const address = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    new URL(origin).hostname === new URL(`http://${host}`).hostname &&
    isIP(address) !== 0 &&
    networkRanges.includes(ipaddr.process(address).range())
  );
};

/** Normalizes an origin that may use the browser endpoints: https, loopback, or the same private address as `host`. */
export const browserOrigin = (text: string, host: string | undefined): string | undefined => {
  const origin = canonicalOrigin(text);
  if (origin === undefined) return undefined;
  const isAllowed = origin.startsWith('https:') || isLoopbackOrigin(origin) || isSamePrivateAddress(origin, host ?? '');
  return isAllowed ? origin : undefined;
};

/** Normalizes an http or https URL without query, fragment, user and trailing slash. Undefined for any other string. */
export const canonicalAddress = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || canonicalOrigin(url.origin) === undefined) return undefined;
  const isPlain = `${url.search}${url.hash}${url.username}${url.password}` === '';
  return isPlain ? `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` : undefined;
};

export interface BaseUrl {
  /** Returns the base URL without a trailing slash, from the request's `Host` unless a public URL is configured. */
  of(headers: IncomingHttpHeaders): string;
  readonly isHttps: boolean;
  readonly fixed: URL | undefined;
  /** True if the service listens on loopback only and no public URL is configured. */
  readonly isLoopback: boolean;
}

/** `publicUrl` is the proxy's URL. By default, the base URL is `http` and the request's `Host`. */
export const createBaseUrl = (publicUrl: string | undefined, isLoopback: boolean): BaseUrl => {
  const fixed = publicUrl === undefined ? undefined : canonicalAddress(publicUrl);
  if (publicUrl !== undefined && fixed === undefined) throw new TypeError("The public URL isn't valid.");
  return {
    of: (headers) => fixed ?? `http://${headers.host ?? '127.0.0.1'}`,
    fixed: fixed === undefined ? undefined : new URL(fixed),
    isHttps: fixed?.startsWith('https:') ?? false,
    isLoopback: isLoopback && (fixed === undefined || isLoopbackHost(new URL(fixed).hostname)),
  };
};

/** Resolves a host once, so that the loopback check and the socket use the same address. @throws {UserError} */
export const bindAddress = async (host: string, flag: '--host' | '--ops-host'): Promise<string> => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost') return name;
  const { address } = await lookup(name).catch(() => {
    throw new UserError(
      `The name ${name} doesn't resolve to an address. Choose an address of this device with ${flag}.`,
    );
  });
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  // Normalizes an IPv6 address. `URL` doesn't accept a zone (`%eth0`).
  return mapped ?? (address.includes('%') ? address : new URL(`http://[${address}]`).hostname.slice(1, -1));
};
