import ipaddr from 'ipaddr.js';

/** Where an address leads: this computer, a network of its owner, the internet, or nowhere that is ever called. */
export type AddressClass = 'loopback' | 'private' | 'public' | 'reserved';

const classes: ReadonlyMap<string, AddressClass> = new Map([
  ['loopback', 'loopback'],
  ['private', 'private'],
  ['uniqueLocal', 'private'],
  ['carrierGradeNat', 'private'],
  ['unicast', 'public'],
]);
/** IPv6 addresses that are given out; whatever else the table calls unicast is given to nobody. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv6 addresses whose last four bytes are the IPv4 address that is reached: mapped ones and those of NAT64. */
const carriers = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Whether a host, without the brackets of a URL, is an IP address. */
export const isAddress = (host: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);

/** The class of an IP address; `reserved` for what is none. */
export function classifyAddress(text: string): AddressClass {
  if (!isAddress(text)) return 'reserved';
  // The library reads `::127.0.0.1` as a mapped address; the URL parser writes it as what it is.
  const isDotted = text.includes(':') && text.includes('.') && !text.includes('%');
  const address = ipaddr.parse(isDotted ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
  if (address instanceof ipaddr.IPv6) {
    if (carriers.some((range) => address.match(range))) {
      return classifyAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
    }
    if (address.range() === 'unicast' && !address.match(givenOut)) return 'reserved';
  }
  return classes.get(address.range()) ?? 'reserved';
}

/** The class of a host as `URL` writes it, or `name` where only a look-up can tell. */
export function classifyHost(hostname: string): AddressClass | 'name' {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return isAddress(host) ? classifyAddress(host) : 'name';
}
