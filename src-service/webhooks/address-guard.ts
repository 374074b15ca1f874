import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface AddressRules {
  readonly allowLoopback: boolean;
}

/** Cloud metadata services with an address outside the reserved ranges: Azure's. */
const metadataAddresses: readonly string[] = ['168.63.129.16'];

/** The only public IPv6 range. Addresses outside of it are reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** ISATAP (RFC 5214): the last four bytes of the address are an IPv4 address, which may be private. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & 0xfc_ff) === 0 && parts[5] === 0x5e_fe;

/** Limits of RFC 1035: at most 253 characters, with at most 63 between dots. No resolver finds a longer name. */
const isTooLongName = (host: string): boolean => host.length > 253 || /[^.]{64}/.test(host);

const isLoopback = (address: string): boolean => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

/**
 * Whether an address is on the public internet. IPv6 addresses with an embedded IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo) don't count as public, because a gateway chooses their destination.
 */
const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%') || metadataAddresses.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
};

/** Loopback names (RFC 6761). */
export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Names without a dot belong to the local network. */
const dottedName = /^[^.]+(?:\.[^.]+)+$/;

/** Private domain suffixes: RFC 6762, 6761, 8375 and 9476, and `.internal`, which ICANN reserves for private use. */
const privateSuffixes =
  /\.(?:local|localhost|internal|intranet|private|corp|home|lan|home\.arpa|localdomain|alt|onion|test|invalid)$/;

/** A public name (`host`) that resolves to loopback was rebound, so its address is always blocked. */
export const isAllowedAddress = (address: string, host: string, { allowLoopback }: AddressRules): boolean =>
  allowLoopback && (isLocalName(host) || isLoopback(host)) ? isLoopback(address) : isPublic(address);

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

export const isThisDevice = (url: URL): boolean => isLocalName(hostOf(url)) || isLoopback(hostOf(url));

const refuseHost = (host: string, { allowLoopback }: AddressRules): string | undefined => {
  if (allowLoopback && (isLocalName(host) || isLoopback(host))) return undefined;
  const isAddress = isIP(host) !== 0;
  if (isTooLongName(host)) {
    return 'url must have a host name of at most 253 characters, with at most 63 between dots.';
  }
  if (isAddress ? isPublic(host) : dottedName.test(host) && !isLocalName(host) && !privateSuffixes.test(host))
    return undefined;
  return isAddress
    ? `url must have a public address; ${host} is a loopback, private or reserved address.`
    : `url must have a public host name such as hooks.example.com, not ${host}.`;
};

/**
 * Checks an endpoint's URL. `URL` has already normalized IPv4 addresses (decimal, octal, hexadecimal, short,
 * full-width) and names (punycode, other scripts). Resolved addresses are checked at each connection.
 * @returns the normalized URL, or a sentence that says what is wrong
 */
export const guardUrl = (text: string, rules: AddressRules): URL | string => {
  if (!URL.canParse(text)) return 'url must be a complete URL such as https://hooks.example.com/ferry.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'url must not contain a user name or password. Signatures authenticate deliveries.';
  }
  const host = hostOf(url);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.allowLoopback && isThisDevice(url))) {
    const loopback = rules.allowLoopback ? ', or http on this device' : '';
    return `url must start with https://${loopback}.`;
  }
  if (url.hash !== '') return 'url must not have a fragment, because HTTP never sends it.';
  if (url.port === '0') return "url can't use port 0.";
  return refuseHost(host, rules) ?? url;
};
