import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Fields of a file in a bundle that contain the names of its sources. */
type BundleSource = { readonly moduleIds?: readonly string[]; readonly originalFileNames?: readonly string[] };

/** Returns the folders of the packages in a bundle, relative to the root, with forward slashes, sorted. */
export function packagesIn(sources: readonly BundleSource[]): string[] {
  const files = sources.flatMap(({ moduleIds = [], originalFileNames = [] }) => [...moduleIds, ...originalFileNames]);
  const folders = files.flatMap((file) => {
    const match = /^(?:.*?[\\/])?(node_modules[\\/](?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(
      file,
    );
    return match?.[1] === undefined ? [] : [match[1].replaceAll('\\', '/')];
  });
  return [...new Set(folders)].toSorted();
}

/** Returns the file that lists the packages of a build part. */
export const shippedPackagesFile = (root: string, part: string): string =>
  path.join(root, 'out', '.packages', `${part}.json`);

/** Records the packages in a build part, for the notices and the bill of materials. */
function listPackages(root: string, part: string, sources: readonly BundleSource[]): void {
  const file = shippedPackagesFile(root, part);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(packagesIn(sources)));
}

export const shippedPackages = (root: string, part: string): Plugin => ({
  name: 'ferry:shipped-packages',
  writeBundle: (_options, bundle) => listPackages(root, part, Object.values(bundle)),
});
