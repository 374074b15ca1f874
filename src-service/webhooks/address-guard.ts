import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface AddressRules {
  readonly allowLoopback: boolean;
}

/** An address that may be called, written anew, or one sentence that says why it may not. */
type GuardedUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly sentence: string };

/** Addresses of public ranges at which clouds tell their machines secrets: Azure's, which stands in no reserved range. */
const metadataAddresses: readonly string[] = ['168.63.129.16'];

/** All that is routed to anybody; what IPv6 has outside of it is special, assigned or not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** ISATAP (RFC 5214): the last half of such an address carries an IPv4 address, which may be a private one. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & 0xfc_ff) === 0 && parts[5] === 0x5e_fe;

/** Whether an IP address is one of this computer. */
const isLoopback = (address: string): boolean => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

/**
 * Whether this is an address of the public internet. An IPv6 address that carries an IPv4 one (mapped, compatible, NAT64,
 * 6to4, Teredo) is none, whatever it carries: where it leads is for a gateway to say, and no endpoint needs it.
 */
const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%') || metadataAddresses.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
};

/** Names of this computer by RFC 6761. */
export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** A name without a dot is one of the network that the service stands in. */
const dottedName = /^[^.]+(?:\.[^.]+)+$/;

/** Ends of names that are never public: RFC 6762, 6761, 8375 and 9476, and what ICANN keeps for private use. */
const privateEnds =
  /\.(?:local|localhost|internal|intranet|private|corp|home|lan|home\.arpa|localdomain|alt|onion|test|invalid)$/;

/**
 * Whether an address that a name led to, or that stands in a URL, may be connected to.
 * @param host of the URL: a public name that leads to this computer was rebound, whatever is allowed here
 */
export const isAllowedAddress = (address: string, host: string, { allowLoopback }: AddressRules): boolean =>
  allowLoopback && (isLocalName(host) || isLoopback(host)) ? isLoopback(address) : isPublic(address);

/** Without brackets and the dot of the root. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const refuse = (sentence: string): GuardedUrl => ({ ok: false, sentence });

const refuseHost = (host: string, { allowLoopback }: AddressRules): string | undefined => {
  if (allowLoopback && (isLocalName(host) || isLoopback(host))) return undefined;
  const isAddress = isIP(host) !== 0;
  if (isAddress ? isPublic(host) : dottedName.test(host) && !isLocalName(host) && !privateEnds.test(host))
    return undefined;
  return isAddress
    ? `url must lead to a public address; ${host} is reserved for this computer, a private network or another use.`
    : `url must lead to a public name such as hooks.example.com; ${host} is none.`;
};

/**
 * Judges the address of an endpoint by its text. `URL` has brought every spelling of an IPv4 address (decimal, octal,
 * hexadecimal, short, fullwidth) and of a name (punycode, letters of other scripts) into one form by then. Where a name
 * leads is judged at each try, when it is connected to.
 */
export const guardUrl = (text: string, rules: AddressRules): GuardedUrl => {
  if (!URL.canParse(text)) return refuse('url must be a whole address such as https://hooks.example.com/ferry.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return refuse('url must hold no user and no password; signatures tell that a delivery is Ferry’s.');
  }
  const host = hostOf(url);
  const isHere = isLocalName(host) || isLoopback(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.allowLoopback && isHere)) {
    const loopback = rules.allowLoopback ? ', or http on this computer' : '';
    return refuse(`url must begin with https://${loopback}.`);
  }
  if (url.hash !== '') return refuse('url must hold no fragment; what follows # is never sent.');
  if (url.port === '0') return refuse('url must not name port 0.');
  const refused = refuseHost(host, rules);
  return refused === undefined ? { ok: true, url } : refuse(refused);
};
