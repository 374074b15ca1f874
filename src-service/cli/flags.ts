import { isIP } from 'node:net';
import { InvalidArgumentError, Option } from 'commander';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { keyAddressesSchema } from '#shared/dashboard-api/key-addresses.ts';
import { maxKeyDays, splitAddresses } from '#shared/dashboard-api/limits.ts';
import { type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import { canonicalAddress } from '../http/origins.ts';
import { canContainPassword } from './refusals.ts';
import { plainName } from '#shared/plain-name.ts';

export const refuseValue = (wanted: string): never => {
  throw new InvalidArgumentError(`It must be ${wanted}.`);
};

/** Returns a parser with its limits as properties, which the schema of the config file needs. */
export const wholeNumber = (min: number, max: number) => {
  const parse = (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    return refuseValue(`a whole number from ${min} to ${max}`);
  };
  return Object.assign(parse, { min, max });
};

/** Limits of `--seed-at`. Seeded rows are older and other rows newer, and the years of all rows need four digits. */
const minSeedTime = Date.UTC(1980, 0);
const maxSeedTime = Date.UTC(9000, 0);
const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const pathOf =
  (kind: 'file' | 'folder') =>
  (text: string): string =>
    text.trim() !== '' && !text.startsWith('--') ? text : refuseValue(`a ${kind} path`);
export const filePath = pathOf('file');

/** Flags for the store. Commander doesn't parse the URL, because its error messages could print the password. */
export const placeOptions = (folderMeans: string): readonly Option[] => [
  new Option('--data <folder>', folderMeans).argParser(pathOf('folder')),
  new Option('--database-url-file <file>', 'file with a PostgreSQL URL, instead of --data'),
  new Option('--database-url <url>', 'PostgreSQL URL, visible to other users in the process list'),
];

export const hostName = (text: string): string => {
  if (/^(?:[\w.-]+|\[?[\da-f]*:[\da-f]*:[\da-f:.]*(?:%\w+)?\]?)$/i.test(text) && !text.startsWith('--')) return text;
  return refuseValue('an address of this device such as 127.0.0.1');
};

export const scopes = (text: string): readonly KeyScope[] => {
  const names = text.split(',').map((name) => name.trim());
  const chosenScopes = keyScopes.filter((scope) => names.includes(scope));
  if (chosenScopes.length === names.length) return chosenScopes;
  return refuseValue(`one or more of ${keyScopes.join(', ')}, separated by commas`);
};

/** Reads a key's lifetime, such as `12h` or `90d`, into milliseconds. */
export const keyLifetime = (text: string): number => {
  const [, count = '', unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? [];
  const hours = Number(count) * (unit === 'd' ? 24 : 1);
  if (hours >= 1 && hours <= maxKeyDays * 24) return hours * 3_600_000;
  return refuseValue(`a duration from 1h to ${maxKeyDays}d, such as 90d`);
};

export const keyAddresses = (text: string): readonly string[] => {
  const result = keyAddressesSchema.min(1, 'The list is empty.').safeParse(splitAddresses(text));
  if (result.success) return result.data;
  throw new InvalidArgumentError(result.error.issues[0]?.message ?? '');
};

export const shortText = (text: string): string => {
  const name = plainName(text);
  return name.length > 0 && name.length <= 200 ? name : refuseValue('1 to 200 characters long');
};

const email = z.email().max(254);

export const emailAddress = (text: string): string =>
  email.safeParse(text.trim().toLowerCase()).data ?? refuseValue('an email address such as ada@example.com');

/** Returns milliseconds since 1970. */
export const isoInstant = (text: string): number => {
  const time = instant.safeParse(text).success ? Date.parse(text) : Number.NaN;
  if (time >= minSeedTime && time < maxSeedTime) return time;
  return refuseValue('an ISO 8601 date or time such as 2026-11-20T14:32:00Z');
};

export const httpAddress = (text: string): string =>
  canonicalAddress(text) ??
  refuseValue('an http or https URL without user, query and fragment, such as https://api.ferry.example');

/** Keeps a trailing slash, because issuers are compared as strings. */
export const issuerAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && `${url.search}${url.hash}${url.username}${url.password}` === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return text;
  return refuseValue('a provider URL such as https://id.example.com');
};

/**
 * Minimum prefix length of one range (`bits`) and of all ranges of a family together (`together`). Private IPv4
 * networks have at least 8 bits. IPv6 ranges of cloud providers have far more than 16 bits.
 */
const widest = { ipv4: { bits: 8, together: 4, maxBits: 32 }, ipv6: { bits: 16, together: 12, maxBits: 128 } } as const;
const privatePrefixBits: Readonly<Record<string, number>> = { uniqueLocal: 7, linkLocal: 10 };
const mappedAddresses = ipaddr.IPv6.parse('::ffff:0:0');

const readProxy = (text: string): { readonly kind: keyof typeof widest; readonly share: number } | string => {
  const [, address = '', prefix] = /^([^/%]*)(\/.*)?$/.exec(text) ?? [];
  if (isIP(address) === 0) return "isn't an IP address";
  const start = ipaddr.parse(address);
  const kind = start.kind();
  if (kind !== ipaddr.process(address).kind()) return 'is an IPv4-mapped IPv6 address';
  if (prefix === undefined) return { kind, share: 0 };
  if (prefix === '/0') return 'includes every address';
  const bits = /^\/[1-9]\d*$/.test(prefix) ? Number(prefix.slice(1)) : Infinity;
  if (bits > widest[kind].maxBits) return "isn't a CIDR range";
  // For an IPv6 range, fastify matches IPv4 addresses in their IPv6 form.
  if (start instanceof ipaddr.IPv6 && mappedAddresses.match(start, bits))
    return 'is too wide: it includes every IPv4 address';
  if (bits >= (privatePrefixBits[start.range()] ?? Infinity)) return { kind, share: 0 };
  return bits < widest[kind].bits ? 'is too wide for a proxy network' : { kind, share: 2 ** -bits };
};

/** A repeated flag adds its addresses to `before`. */
export const proxyAddresses = (text: string, before: readonly string[] = []): readonly string[] => {
  const refuseAddress = (fault: string): never => {
    throw new InvalidArgumentError(`${fault}. Use your proxies' addresses, such as 127.0.0.1,10.0.0.0/8.`);
  };
  const addresses = [...before, ...text.split(',').map((address) => address.trim())];
  const shares = { ipv4: 0, ipv6: 0 };
  for (const address of addresses) {
    const range = readProxy(address);
    // Omits an address that may contain a password.
    if (typeof range === 'string')
      return refuseAddress(`${canContainPassword(address) ? 'One address' : `"${address}"`} ${range}`);
    shares[range.kind] += range.share;
  }
  for (const kind of ['ipv4', 'ipv6'] as const) {
    if (shares[kind] > 2 ** -widest[kind].together)
      return refuseAddress('Together, the ranges are too wide for proxy networks');
  }
  return addresses;
};
