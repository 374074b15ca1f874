import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { buildLibrary, reactLibrary, serverLibrary } from './build-library.ts';
import { buildSdk } from './build-sdk.ts';
import type { packageManifest } from './sdk-package.ts';
import { makeTarball } from '#build/package/archives.ts';
import { billOfMaterials } from '#build/package/bill-of-materials.ts';
import { makeFormats, type PackageJob, type PackageResult } from '#build/package/package-job.ts';
import { paperNames } from '#build/package/papers.ts';
import { product } from '#build/package/product.ts';

const builders: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'ferry-sdk': (folder) => buildSdk({ folder }),
  'ferry-react': (folder) => buildLibrary(reactLibrary, folder),
  'ferry-server': (folder) => buildLibrary(serverLibrary, folder),
};

/** Adds license, README and bill of materials to a built package. It has no dependencies that ship. */
const addPapers = (folder: string, { label, sourceDate }: PackageJob): void => {
  const manifestFile = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ReturnType<typeof packageManifest>;
  const { name, description, files } = manifest;
  const facts = { product: { ...product, name }, label, packages: [], runtime: [], sourceDate };
  const libraryPurl = `pkg:npm/${name.replace('@', '%40')}@${label.version}`;
  const bill = billOfMaterials({ ...facts, libraryPurl, integrityOf: () => undefined });
  cpSync(path.join(projectRoot, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'README.md'), `# ${name}\n\n${description}.\n\nDocumentation: ${product.homepage}\n`);
  writeFileSync(path.join(folder, paperNames.bill), bill);
  writeFileSync(
    manifestFile,
    `${JSON.stringify({ ...manifest, version: label.version, files: [...files, paperNames.bill] }, null, 2)}\n`,
  );
};

/** Makes the tarballs of the npm packages, each with its bill of materials. */
export async function* makeNpmPackages(job: PackageJob): AsyncGenerator<PackageResult> {
  for (const [id, build] of Object.entries(builders)) {
    // npm expects this folder name in a tarball.
    const folder = path.join(projectRoot, '.cache', 'npm-packages', id, 'package');
    await build(folder);
    addPapers(folder, job);
    yield* makeFormats(job, `${id}-${job.label.version}`, folder, {
      tgz: (file) => makeTarball(folder, file, job.sourceDate),
    });
  }
}
