import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { shippedPackagesFile } from '#build/vite/shipped-packages.ts';

/** An npm package that ships in a build, either bundled or as files. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or the license in the package's own words. */
  readonly license: string;
  readonly folder: string;
  /** Contents of the package's license and notice files. */
  readonly texts: readonly string[];
}

const licenseFile = /^(licen[cs]e|notice|copying|ofl)([-.].*)?$/i;

function readPackage(folder: string): ShippedPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string | { readonly type: string };
  };
  const files = readdirSync(folder).filter(
    (name) => licenseFile.test(name) && statSync(path.join(folder, name)).isFile(),
  );
  const license = typeof manifest.license === 'object' ? manifest.license.type : manifest.license;
  return {
    name: manifest.name,
    version: manifest.version,
    license: license ?? 'not stated',
    folder,
    texts: files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim()),
  };
}

/**
 * Returns the packages in the named parts of the build and the copied packages, without duplicates, sorted by name.
 * @param parts names of bundles, such as `main` or `renderer`
 * @param copied folders of packages that ship as files
 */
export function findShippedPackages(
  parts: readonly string[],
  copied: readonly string[],
  root = projectRoot,
): ShippedPackage[] {
  const bundled = parts.flatMap(
    (part) => JSON.parse(readFileSync(shippedPackagesFile(root, part), 'utf8')) as string[],
  );
  const foundPackages = [...bundled, ...copied].map((folder) => readPackage(path.join(root, folder)));
  const byKey = new Map(foundPackages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byKey.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Returns the packages of package-lock.json by their folders, such as `node_modules/zod`. */
export const lockedPackages = () =>
  (
    JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>;
    }
  ).packages;
