import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/**
 * Hosts that may be named in a header or a policy. `URL` takes more: `*`, `;`, `'` and `,` are characters of a host to it,
 * and a wildcard, the end of a directive or a keyword to who reads the policy.
 */
const namedHost = /^https?:\/\/(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/;

/** An http or https origin written anew from its parts; undefined for every text that is not exactly such an origin. */
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

/**
 * Whether an origin and a host are the same address of a private network, at any port: a page of the computer that the
 * service runs on, as a phone beside it sees both. An address, never a name, which could lead elsewhere the next time.
 */
const isSamePrivateAddress = (origin: string, host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const address = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    new URL(origin).hostname === new URL(`http://${host}`).hostname &&
    isIP(address) !== 0 &&
    networkRanges.includes(ipaddr.process(address).range())
  );
};

/**
 * The origin, written anew, where its pages may use the two browser endpoints: every https one, loopback, and the same
 * address of a private network.
 * @param host the `Host` of the request
 */
export const browserOrigin = (text: string, host: string | undefined): string | undefined => {
  const origin = canonicalOrigin(text);
  if (origin === undefined) return undefined;
  const isAllowed = origin.startsWith('https:') || isLoopbackOrigin(origin) || isSamePrivateAddress(origin, host ?? '');
  return isAllowed ? origin : undefined;
};

/**
 * An http or https address without query, fragment and user, written anew and without a slash at the end; undefined for
 * any other text.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || canonicalOrigin(url.origin) === undefined) return undefined;
  const isPlain = `${url.search}${url.hash}${url.username}${url.password}` === '';
  return isPlain ? `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` : undefined;
};

export interface BaseUrl {
  /** Without a slash at the end. The `Host` that the client used, unless a public address was given at the start. */
  of(headers: IncomingHttpHeaders): string;
  readonly isHttps: boolean;
  readonly fixed: URL | undefined;
  /** Bound to loopback, and no other address was given at the start. */
  readonly isLoopback: boolean;
}

/**
 * @param publicUrl address in front of a proxy; without it the service speaks http at the host that a client names
 * @param isLoopback whether the service is bound to loopback only
 */
export const createBaseUrl = (publicUrl: string | undefined, isLoopback: boolean): BaseUrl => {
  const fixed = publicUrl === undefined ? undefined : canonicalAddress(publicUrl);
  if (publicUrl !== undefined && fixed === undefined) throw new TypeError('The public address is not valid.');
  return {
    of: (headers) => fixed ?? `http://${headers.host ?? '127.0.0.1'}`,
    fixed: fixed === undefined ? undefined : new URL(fixed),
    isHttps: fixed?.startsWith('https:') ?? false,
    isLoopback: isLoopback && (fixed === undefined || isLoopbackHost(new URL(fixed).hostname)),
  };
};

/** The address to listen on, or one sentence that says why there is none. */
type BindAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly sentence: string };

/**
 * The address that a host name or an address in any spelling leads to. It is asked for once, so that what is listened on
 * and what is taken for loopback cannot differ.
 */
export const bindAddress = async (host: string): Promise<BindAddress> => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost') return { ok: true, address: name };
  try {
    const { address } = isIP(name) === 0 ? await lookup(name) : { address: name };
    if (isIP(address) !== 6) return { ok: true, address };
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
    // One spelling for each IPv6 address; a zone (%eth0) has no place in the other spelling.
    const canonical = address.includes('%') ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
    return { ok: true, address: mapped ?? canonical };
  } catch {
    return {
      ok: false,
      sentence: `The name ${name} leads to no address; choose an address of this computer with --host.`,
    };
  }
};
