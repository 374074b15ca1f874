import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, isAllowedAddress } from './address-guard.ts';
import type { Resolve } from './resolve-name.ts';

export const forbiddenCode = 'FERRY_FORBIDDEN_ADDRESS';

/** The socket connects to a checked address, against DNS rebinding. One blocked address blocks the name. */
export const guardedLookup =
  (rules: AddressRules, resolve: Resolve, signal: AbortSignal): LookupFunction =>
  (hostname, options, done) => {
    const checkAddresses = (addresses: readonly LookupAddress[]): void => {
      const host = hostname.replace(/\.$/, '');
      const isForbidden = addresses.some(({ address }) => !isAllowedAddress(address, host, rules));
      const [first] = addresses;
      if (isForbidden) done(Object.assign(new Error('forbidden address'), { code: forbiddenCode }), '', 0);
      else if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    const fail = (error: NodeJS.ErrnoException): void => done(error, '', 0);
    resolve(hostname, signal).then(checkAddresses, fail);
  };
