import { renameSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { BuildLabel } from '../build-label.ts';
import { findMaker, run } from '../package-fault.ts';
import { freshWorkFolder, packElectron } from '../pack-electron.ts';
import { type PackageResult, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { setTimes } from '../source-date.ts';
import type { Target } from '../targets.ts';
import { makeMsi } from './msi.ts';

const target: Target = { platform: 'win32', arch: 'x64' };

/** Returns the version as four numbers, as Windows requires. */
const fileVersion = ({ version }: BuildLabel): string => `${version.replace(/-.*/, '')}.0`;

function makeNsis(packed: string, file: string, label: BuildLabel): void {
  const makensis = findMaker('makensis', 'the installer for Windows', 'NSIS 3 (Debian: nsis)');
  const values = {
    VERSION: label.version,
    FILE_VERSION: fileVersion(label),
    SOURCE: packed,
    OUTPUT: file,
    ICON: path.join(projectRoot, 'build/icons/ferry.ico'),
  };
  const defines = Object.entries(values).map(([name, value]) => `-D${name}=${value}`);
  run(makensis, ['-V2', '-NOCD', ...defines, path.join(import.meta.dirname, 'installer.nsi')]);
}

/** Makes the NSIS installer and the MSI for software distribution from one packed folder. */
export async function* makeWindowsPackages(job: PackageJob): AsyncGenerator<PackageResult> {
  const { label, sourceDate } = job;
  const workFolder = freshWorkFolder(target, 'console');
  const base = packageBase(label, target);
  const packedFolder = path.join(workFolder, base);
  renameSync(await packElectron({ ...job, target, workFolder }), packedFolder);
  setTimes(packedFolder, sourceDate);
  yield* makeFormats(job, base, packedFolder, {
    exe: (file) => makeNsis(packedFolder, file, label),
    msi: (file) => makeMsi(packedFolder, file, workFolder, label),
  });
}
