import { randomBytes } from 'node:crypto';

/** Crockford's base 32: digits and capitals without the look-alikes I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns random characters with 5 bits each. */
export const randomCrockford = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('');

export const encodeCrockford = (value: number, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet.charAt(rest % 32) + text;
  return text;
};

/** Normalizes typed input: any case, spaces and hyphens, I and L for 1, O for 0. */
export const normalizeCrockford = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
