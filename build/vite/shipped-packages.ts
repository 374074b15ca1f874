import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The part of a bundle's file that names its sources. */
type BundleSource = { readonly moduleIds?: readonly string[]; readonly originalFileNames?: readonly string[] };

/** Folders of the packages that files of a bundle come from, from the root on, with slashes, sorted. */
export function packagesIn(sources: readonly BundleSource[]): string[] {
  const files = sources.flatMap(({ moduleIds = [], originalFileNames = [] }) => [...moduleIds, ...originalFileNames]);
  const folders = files.flatMap((file) => {
    const found = /^(?:.*?[\\/])?(node_modules[\\/](?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(
      file,
    );
    return found?.[1] === undefined ? [] : [found[1].replaceAll('\\', '/')];
  });
  return [...new Set(folders)].toSorted();
}

/** The file that lists the packages of a part of the build. */
export const shippedPackagesFile = (root: string, part: string): string =>
  path.join(root, 'out', '.packages', `${part}.json`);

/** Writes down which packages went into a part of the build, for the notices and the bill of materials. */
function listPackages(root: string, part: string, sources: readonly BundleSource[]): void {
  const file = shippedPackagesFile(root, part);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(packagesIn(sources)));
}

/** The same as a part of a build by Vite. */
export const shippedPackages = (root: string, part: string): Plugin => ({
  name: 'ferry:shipped-packages',
  writeBundle: (_options, bundle) => listPackages(root, part, Object.values(bundle)),
});
