import path from 'node:path';
import { packagesFolder } from '#build/package/package-output.ts';
import { product, serviceProduct } from '#build/package/product.ts';

/** The version installed before the upgrade. */
export const olderVersion = '0.0.9';
const base = (version: string, { id }: { readonly id: string } = product): string =>
  path.join(packagesFolder, `${id}-${version}-test-linux-x64-unsigned`);
const portable = (version: string): string =>
  path.join(packagesFolder, `${product.id}-portable-${version}-test-linux-x64-unsigned.tar.gz`);

/** The console packages that `npm run test:installed` builds. */
export const builtPackages = {
  olderDeb: `${base(olderVersion)}.deb`,
  olderTarball: `${base(olderVersion)}.tar.gz`,
  olderPortable: portable(olderVersion),
  deb: `${base(product.version)}.deb`,
  rpm: `${base(product.version)}.rpm`,
  tarball: `${base(product.version)}.tar.gz`,
  portable: portable(product.version),
} as const;

/** The service packages that `npm run test:installed` builds. */
export const builtServicePackages = {
  olderDeb: `${base(olderVersion, serviceProduct)}.deb`,
  deb: `${base(product.version, serviceProduct)}.deb`,
  tarball: `${base(product.version, serviceProduct)}.tar.gz`,
} as const;
