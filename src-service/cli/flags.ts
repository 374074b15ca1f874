import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { canonicalAddress } from '../http/origins.ts';

/** Reads a whole number of a range, for commander. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** Rows are older than the instant and younger ones follow it; all of them have a year of four digits. */
const earliest = Date.UTC(1980, 0);
const latest = Date.UTC(9000, 0);
const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Reads the path of a folder, for commander. */
export const folderPath = (text: string): string => {
  if (text.trim() !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('It must be the path of a folder.');
};

/** Reads a host name or an address, for commander. */
export const hostName = (text: string): string => {
  if (/^(?:[\w.-]+|\[?[\da-f]*:[\da-f]*:[\da-f:.]*(?:%\w+)?\]?)$/i.test(text) && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('It must be an address of this computer such as 127.0.0.1.');
};

/** Reads a text that people are to recognise something by, for commander. */
export const shortText = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.length > 0 && trimmed.length <= 200) return trimmed;
  throw new InvalidArgumentError('It must be a text of 1 to 200 characters.');
};

/** Reads an ISO 8601 instant into milliseconds since 1970, for commander. */
export const isoInstant = (text: string): number => {
  const time = instant.safeParse(text).success ? Date.parse(text) : Number.NaN;
  if (time >= earliest && time < latest) return time;
  throw new InvalidArgumentError('It must be an ISO 8601 date or time such as 2026-11-20T14:32:00Z.');
};

/** Reads an http or https address without query, fragment and user, and writes it anew, for commander. */
export const httpAddress = (text: string): string => {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError(
    'It must be an http or https address without user, query and fragment, such as https://api.ferry.example.',
  );
};

const whatIsWrongWithProxy = (text: string): string | undefined => {
  const [, address = '', prefix] = /^([^/%]*)(\/.*)?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return 'is no address';
  if (ipaddr.parse(address).kind() !== ipaddr.process(address).kind()) return 'is an IPv4 address in IPv6 form';
  if (prefix === undefined) return undefined;
  if (prefix === '/0') return 'is everybody';
  const bits = /^\/[1-9]\d*$/.test(prefix) ? Number(prefix.slice(1)) : Infinity;
  return bits > (family === 4 ? 32 : 128) ? 'is no range' : undefined;
};

/** Reads the addresses and CIDR ranges of proxies, separated by commas, for commander; a second flag adds to the first. */
export const proxyAddresses = (text: string, before: readonly string[] = []): readonly string[] => {
  const addresses = text.split(',').map((address) => address.trim());
  for (const address of addresses) {
    const fault = whatIsWrongWithProxy(address);
    if (fault !== undefined) {
      throw new InvalidArgumentError(
        `"${address}" ${fault}; write the addresses of your proxies, such as 127.0.0.1,10.0.0.0/8.`,
      );
    }
  }
  return [...before, ...addresses];
};
