import { product } from './product.ts';
import type { ShippedPackage } from './shipped-parts.ts';

const rule = '-'.repeat(80);

/** The notices of everything of others that ships, as one text. Packages with the same licence text share it. */
export function noticesText(packages: readonly ShippedPackage[], runtimes: readonly string[]): string {
  const byText = new Map<string, ShippedPackage[]>();
  for (const one of packages) {
    const text = one.texts.join('\n\n') || `The package brings no licence text; it states: ${one.licence}.`;
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const blocks = [...byText].map(([text, users]) => {
    const names = users.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return [rule, ...names, rule, '', text, ''].join('\n');
  });
  const head = [
    `${product.name} contains the software listed here, under the licences of its authors.`,
    ...runtimes,
    '',
  ];
  return [...head, ...blocks].join('\n');
}
