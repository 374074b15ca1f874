/** Whether a host name or address is this computer's own loopback. */
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

/** Whether this is an origin on loopback, of any port. */
export const isLoopbackOrigin = (origin: string): boolean => {
  const canonical = canonicalOrigin(origin);
  return canonical !== undefined && isLoopbackHost(new URL(canonical).hostname);
};

/** The origin, written anew, where its pages may use the two browser endpoints: every https one, and loopback. */
export const browserOrigin = (text: string): string | undefined => {
  const origin = canonicalOrigin(text);
  return origin?.startsWith('https:') || isLoopbackOrigin(text) ? origin : undefined;
};

/**
 * An http or https address without query, fragment and user, written anew and without a slash at the end; undefined for
 * any other text.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || canonicalOrigin(url.origin) === undefined) return undefined;
  const isPlain = `${url.search}${url.hash}${url.username}${url.password}` === '';
  return isPlain ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : undefined;
};
