import { createHash } from 'node:crypto';

/** A hash as a key of letters and digits, whatever the parts contain. */
export const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
