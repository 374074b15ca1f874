import { brand } from '#shared/brand.ts';

const prefixes = [brand.productionKeyPrefix, brand.testKeyPrefix];

/** A key as it was pasted, without the white space around it; null where it cannot be one. One line, fit for a header. */
export function readKey(pasted: string): string | null {
  const key = pasted.trim();
  return /^[\x21-\x7e]{8,512}$/.test(key) ? key : null;
}

/** The known prefix of a key, or null. */
export const prefixOf = (key: string): string | null => prefixes.find((prefix) => key.startsWith(prefix)) ?? null;

export const lastFourOf = (key: string): string => key.slice(-4);
