import { hash, randomBytes } from 'node:crypto';
import { brand } from '#shared/brand.ts';

/** 256 random bits, in characters that are safe in a header, a shell and an address. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a secret: all that is kept of it. A fast hash is enough, because 256 random bits cannot be guessed. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix] as const;

/** Whether a bearer is meant as an API key; any other one is a token. */
export const looksLikeApiKey = (bearer: string): boolean => keyPrefixes.some((prefix) => bearer.startsWith(prefix));

/** A new API key (specification, "Authentication" 4: the prefix tells production keys). */
export const newApiKey = (production: boolean): string =>
  `${production ? brand.productionKeyPrefix : brand.testKeyPrefix}${randomSecret()}`;
