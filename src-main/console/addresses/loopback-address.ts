import ipaddr from 'ipaddr.js';
import { type ReadResult, refuse } from './read-result.ts';

interface LoopbackAddress {
  /** The normalized URL. Its host is `localhost`, 127.x.x.x or `[::1]`. */
  readonly url: string;
  readonly connectTo: readonly string[];
}

/** Returns the host without brackets. An IPv4-mapped IPv6 address becomes its IPv4 address. */
const plainHost = (hostname: string): string => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
  if (!ipaddr.IPv6.isValid(host)) return host;
  const address = ipaddr.IPv6.parse(host);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : host;
};

/**
 * Parses a loopback address in any common form: `3000`, `localhost:3000/hook` or a full URL. The only host name allowed
 * is `localhost`, because other names may later resolve to another device.
 */
export function readLoopbackAddress(text: string): ReadResult<LoopbackAddress> {
  const typed = text.trim();
  if (typed === '') return refuse("Enter your receiver's address, like http://localhost:3000/webhooks.");
  const bare = /^:?\d{1,5}(?:\/|$)/.test(typed) ? `localhost:${typed.replace(/^:/, '')}` : typed;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(bare) ? bare : `http://${bare}`;
  if (!URL.canParse(whole)) return refuse('Invalid address. Enter it like http://localhost:3000/webhooks.');
  const url = new URL(whole);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '') {
    return refuse('Remove the user name and password before the @ from the URL.');
  }
  if (url.hash !== '') return refuse('Remove "#" and everything after it from the URL.');
  const host = plainHost(url.hostname);
  const connectTo = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  if (host !== 'localhost' && host !== '::1' && !/^127(?:\.\d{1,3}){3}$/.test(host)) {
    return refuse(
      `${url.hostname} isn't on this device. The console forwards events only to localhost, 127.0.0.1 and [::1].`,
    );
  }
  url.hostname = host === '::1' ? '[::1]' : host;
  return { ok: true, url: url.href, connectTo };
}
