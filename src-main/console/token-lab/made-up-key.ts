import { randomInt } from 'node:crypto';
import { brand } from '#shared/brand.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A key of the same look and length that nobody has made: the real one's prefix, and nothing else of it. */
export const madeUpKey = (apiKey: string): string => {
  const prefix = [brand.productionKeyPrefix, brand.testKeyPrefix].find((one) => apiKey.startsWith(one)) ?? '';
  const length = Math.max(apiKey.length - prefix.length, 24);
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
};
