import path from 'node:path';
import { freshWorkFolder } from '../pack-electron.ts';
import { gzipLevel, type MadeOrNot, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { makeTarball } from '../linux/archives.ts';
import { product } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { makeZip } from '../zip.ts';
import { stagePortable } from './stage-portable.ts';

/** The browser host with a Node of its own: a tar.gz for Linux, a zip for Windows. No Electron is in it. */
export async function* makePortablePackages(job: PackageJob): AsyncGenerator<MadeOrNot> {
  for (const platform of ['linux', 'win32'] as const) {
    const target = { platform, arch: 'x64' } as const;
    const ending = platform === 'linux' ? 'tar.gz' : 'zip';
    if (job.only && !job.only.includes(platform) && !job.only.includes(ending)) continue;
    const base = packageBase(job.label, target, `${product.id}-portable`);
    const folder = path.join(freshWorkFolder(target, 'portable'), base);
    await stagePortable(target, job.label, folder, job.sourceDate);
    setTimes(folder, job.sourceDate);
    yield* makeFormats({ ...job, only: undefined }, base, folder, {
      [ending]: (file) =>
        platform === 'linux' ? makeTarball(folder, file, job.sourceDate, gzipLevel(job.label)) : makeZip(folder, file),
    });
  }
}
