import { renameSync } from 'node:fs';
import path from 'node:path';
import { makeTarball, writeFileList } from '../archives.ts';
import { freshWorkFolder, packElectron } from '../pack-electron.ts';
import { gzipLevel, type MadeOrNot, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { product } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { setModes } from '../stage-console.ts';
import type { Target } from '../targets.ts';
import { makeSystemPackage } from './nfpm-packages.ts';
import { addLauncher, layOutSystemFiles } from './system-files.ts';

const target: Target = { platform: 'linux', arch: 'x64' };

/** deb, rpm and tar.gz, all from one packed folder. */
export async function* makeLinuxPackages(job: PackageJob): AsyncGenerator<MadeOrNot> {
  const { label, sourceDate } = job;
  const workFolder = freshWorkFolder(target, 'console');
  const base = packageBase(label, target);
  const packed = path.join(workFolder, base);
  renameSync(await packElectron({ ...job, target, workFolder }), packed);
  addLauncher(packed, `${product.linuxFolder}/${product.id}`);
  writeFileList(packed);
  setModes(packed);
  setTimes(packed, sourceDate);
  const level = gzipLevel(label);
  const systemFiles = path.join(workFolder, 'system');
  layOutSystemFiles(systemFiles, label, sourceDate);
  const systemPackage = (format: 'deb' | 'rpm') => (file: string) => {
    // nfpm takes a tree with the modes of its files; the setuid helper is an entry of its own.
    const [inside, aside] = [packed, workFolder].map((folder) => path.join(folder, 'chrome-sandbox')) as [
      string,
      string,
    ];
    renameSync(inside, aside);
    try {
      makeSystemPackage(format, file, { label, packed, systemFiles, workFolder, sourceDate });
    } finally {
      renameSync(aside, inside);
    }
  };
  yield* makeFormats(job, base, packed, {
    deb: systemPackage('deb'),
    rpm: systemPackage('rpm'),
    'tar.gz': (file) => makeTarball(packed, file, sourceDate, level),
  });
}
