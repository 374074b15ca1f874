import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { billOfMaterials, type RuntimePart } from './bill-of-materials.ts';
import type { BuildLabel } from './build-label.ts';
import type { Product } from './product.ts';
import { runtimeParts } from './runtime-parts.ts';
import { findShippedPackages, lockedPackages, type ShippedPackage } from './shipped-parts.ts';

const rule = '-'.repeat(80);

/** Returns the license notices of all third-party software that ships. Packages with equal texts share a notice. */
function noticesText(name: string, packages: readonly ShippedPackage[], runtimes: readonly string[]): string {
  const byText = new Map<string, ShippedPackage[]>();
  for (const one of packages) {
    const text = one.texts.join('\n\n') || `The package brings no license text; it states: ${one.license}.`;
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const blocks = [...byText].map(([text, users]) => {
    const names = users.map((user) => `${user.name} ${user.version} (${user.license})`);
    return [rule, ...names, rule, '', text, ''].join('\n');
  });
  const head = [`${name} contains the software listed here, under the licenses of its authors.`, ...runtimes, ''];
  return [...head, ...blocks].join('\n');
}

/** Names of the license files next to a packed program. */
export const paperNames = {
  license: 'LICENSE.ferry.txt',
  notices: 'THIRD-PARTY-NOTICES.txt',
  bill: 'sbom.cdx.json',
} as const;

interface PaperOptions {
  readonly product: Product;
  readonly folder: string;
  readonly label: BuildLabel;
  /** Electron's program file, which contains its versions, or the runtime parts themselves. */
  readonly program: string | readonly RuntimePart[];
  readonly packages: { readonly parts: readonly string[]; readonly copied: readonly string[] };
  readonly sourceDate: number;
}

/** Writes the license, notices and bill of materials next to a packed program. */
export function writePapers({ product, folder, label, program, packages, sourceDate }: PaperOptions): void {
  const shippedPackages = findShippedPackages(packages.parts, packages.copied);
  const runtime = typeof program === 'string' ? runtimeParts(program) : program;
  const locked = lockedPackages();
  const integrityOf = (at: string) => locked[path.relative(projectRoot, at).replaceAll('\\', '/')]?.integrity;
  const runtimes = runtime.map(({ name, version, license }) => `${name} ${version} (${license})`);
  cpSync(path.join(projectRoot, 'LICENSE'), path.join(folder, paperNames.license));
  writeFileSync(
    path.join(folder, paperNames.notices),
    noticesText(product.name, shippedPackages, [
      `The runtime is ${runtimes.join(', ')}; its licenses are in the LICENSE files next to this one.`,
    ]),
  );
  const bill = billOfMaterials({ product, label, packages: shippedPackages, runtime, sourceDate, integrityOf });
  writeFileSync(path.join(folder, paperNames.bill), bill);
}
