import { readFileSync } from 'node:fs';
import { product } from './product.ts';

const placeOf = (field: string): string => `{${field.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}}`;

/** Returns a template with values in place of their names: `{LINUX_FOLDER}` is the product's `linuxFolder`. */
export function fillTemplate(file: string, more: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...product, ...more }).reduce(
    (text, [field, value]) => text.replaceAll(placeOf(field), () => value),
    readFileSync(file, 'utf8'),
  );
}
