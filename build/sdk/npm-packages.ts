import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { buildLibrary, reactLibrary, serverLibrary } from './build-library.ts';
import { buildSdk } from './build-sdk.ts';
import type { packageManifest } from './sdk-package.ts';
import { makeTarball } from '#build/package/archives.ts';
import { billOfMaterials } from '#build/package/bill-of-materials.ts';
import { findMaker, run } from '#build/package/package-fault.ts';
import { makeFormats, type PackageJob, type PackageResult } from '#build/package/package-job.ts';
import { paperNames } from '#build/package/papers.ts';
import { product } from '#build/package/product.ts';

const builders: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'ferry-sdk': (folder) => buildSdk({ folder }),
  'ferry-react': (folder) => buildLibrary(reactLibrary, folder),
  'ferry-server': (folder) => buildLibrary(serverLibrary, folder),
};

/** Adds the bill of materials of a package. The package ships no dependencies. */
const addBill = (folder: string, name: string, purl: string, { label, sourceDate }: PackageJob): void => {
  const facts = { product: { ...product, name }, label, packages: [], runtime: [], sourceDate };
  const library = { libraryPurl: `pkg:${purl}@${label.version}`, integrityOf: () => undefined };
  const bill = billOfMaterials({ ...facts, ...library });
  writeFileSync(path.join(folder, paperNames.bill), bill);
};

/** Adds license, README and bill of materials to a built package. */
const addPapers = (folder: string, job: PackageJob): void => {
  const manifestFile = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ReturnType<typeof packageManifest>;
  const { name, description, files } = manifest;
  addBill(folder, name, `npm/${name.replace('@', '%40')}`, job);
  cpSync(path.join(projectRoot, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'README.md'), `# ${name}\n\n${description}.\n\nDocumentation: ${product.homepage}\n`);
  const shipped = { ...manifest, version: job.label.version, files: [...files, paperNames.bill] };
  writeFileSync(manifestFile, `${JSON.stringify(shipped, null, 2)}\n`);
};

/** Makes the wheel of the Python client. Its script writes types and calls from the OpenAPI documents. */
async function* makePythonPackage(job: PackageJob): AsyncGenerator<PackageResult> {
  const { version } = job.label;
  const folder = path.join(projectRoot, '.cache', 'python-package');
  mkdirSync(folder, { recursive: true });
  addBill(folder, 'ferry-server', 'pypi/ferry-server', job);
  const args = ['src-server-client/python/build_package.py', 'docs', folder, version, String(job.sourceDate)];
  yield* makeFormats(job, `ferry_server-${version}-py3-none-any`, folder, {
    whl: (file) => {
      run(findMaker('python3', 'the Python client', 'Python 3.9 or newer'), [...args, file], { cwd: projectRoot });
    },
  });
}

/** Makes the packages of the SDK and the clients, each with its bill of materials. */
export async function* makeNpmPackages(options: PackageJob): AsyncGenerator<PackageResult> {
  // npm and pip need exact file names, so only the statement's name says "unsigned".
  const job = { ...options, mark: '' };
  for (const [id, build] of Object.entries(builders)) {
    // npm expects this folder name in a tarball.
    const folder = path.join(projectRoot, '.cache', 'npm-packages', id, 'package');
    await build(folder);
    addPapers(folder, job);
    yield* makeFormats(job, `${id}-${job.label.version}`, folder, {
      tgz: (file) => makeTarball(folder, file, job.sourceDate),
    });
  }
  yield* makePythonPackage(job);
}
