import path from 'node:path';
import { freshWorkFolder, packElectron } from '../pack-electron.ts';
import { type PackageResult, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { product } from '../product.ts';
import { setTimes } from '../source-date.ts';
import type { Target } from '../targets.ts';
import { makeZip } from '../archives.ts';

const targets: readonly Target[] = [
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
];

/** Makes an unsigned zip of the app per processor. Signing needs a Mac; see docs/operations.md. */
export async function* makeMacPackages(job: PackageJob): AsyncGenerator<PackageResult> {
  for (const target of targets) {
    if (job.only && !job.only.includes(target.arch)) continue;
    const packedFolder = await packElectron({ ...job, target, workFolder: freshWorkFolder(target, 'console') });
    setTimes(packedFolder, job.sourceDate);
    const app = path.join(packedFolder, `${product.name}.app`);
    yield* makeFormats(
      { ...job, only: undefined },
      packageBase(job.label, target),
      path.join(app, 'Contents/Resources'),
      {
        zip: (file) => makeZip(app, file),
      },
    );
  }
}
