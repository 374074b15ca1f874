/** Whether a host name or address is this computer's own loopback. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const parse = (origin: string): URL | undefined => {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url?.origin === origin ? url : undefined;
};

/** Whether this is an origin on loopback, of any port. */
export const isLoopbackOrigin = (origin: string): boolean => {
  const url = parse(origin);
  return url !== undefined && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname);
};

/** Origins whose pages may use the two browser endpoints: every https one, and loopback. */
export const isBrowserOrigin = (origin: string): boolean =>
  parse(origin)?.protocol === 'https:' || isLoopbackOrigin(origin);
