import { hash } from 'node:crypto';

/** Returns the same UUID each time for the same text. */
export function uuidOf(text: string, version: 4 | 5 = 5): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
