import { renameSync } from 'node:fs';
import path from 'node:path';
import { makeTarball, writeFileList } from '../archives.ts';
import { freshWorkFolder, packElectron } from '../pack-electron.ts';
import { gzipLevel, type PackageResult, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { product } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { setModes } from '../stage-console.ts';
import type { Target } from '../targets.ts';
import { makeSystemPackage } from './nfpm-packages.ts';
import { addLauncher, layOutSystemFiles } from './system-files.ts';

const target: Target = { platform: 'linux', arch: 'x64' };

const script = (name: string): string => path.join(import.meta.dirname, name);

/** Required system packages, with alternatives for renamed packages. */
const dependencies = {
  deb: [
    'libc6',
    'libgtk-3-0 | libgtk-3-0t64',
    'libnss3',
    'libnotify4',
    'libatspi2.0-0 | libatspi2.0-0t64',
    'libasound2 | libasound2t64',
    'libdrm2',
    'libgbm1',
    'libxcb-dri3-0',
    'libsecret-1-0',
    'xdg-utils',
  ],
  rpm: [
    'gtk3',
    'nss',
    'libnotify',
    'at-spi2-core',
    'alsa-lib',
    'libdrm',
    'mesa-libgbm',
    'libxcb',
    'libsecret',
    'xdg-utils',
  ],
};

/** Makes a deb, an rpm and a tar.gz from the same packed folder. */
export async function* makeLinuxPackages(job: PackageJob): AsyncGenerator<PackageResult> {
  const { label, sourceDate } = job;
  const workFolder = freshWorkFolder(target, 'console');
  const base = packageBase(label, target);
  const packedFolder = path.join(workFolder, base);
  renameSync(await packElectron({ ...job, target, workFolder }), packedFolder);
  addLauncher(packedFolder, `${product.linuxFolder}/${product.id}`);
  writeFileList(packedFolder);
  setModes(packedFolder);
  setTimes(packedFolder, sourceDate);
  const level = gzipLevel(label);
  const systemFiles = path.join(workFolder, 'system');
  layOutSystemFiles(systemFiles, label, sourceDate);
  const systemPackage = (format: 'deb' | 'rpm') => (file: string) => {
    // nfpm copies the file modes of the tree. The setuid helper needs another mode, so it is a separate entry.
    const [packedHelper, movedHelper] = [packedFolder, workFolder].map((folder) =>
      path.join(folder, 'chrome-sandbox'),
    ) as [string, string];
    renameSync(packedHelper, movedHelper);
    try {
      makeSystemPackage(format, file, {
        product,
        label,
        section: 'utils',
        depends: dependencies[format],
        contents: [
          { src: packedFolder, dst: product.linuxFolder, type: 'tree' },
          { src: movedHelper, dst: `${product.linuxFolder}/chrome-sandbox`, file_info: { mode: 0o4755 } },
          // Folder for the administrators' configuration, which the console ignores if users can write to the folder.
          { dst: '/etc/ferry-console', type: 'dir', file_info: { mode: 0o755, owner: 'root', group: 'root' } },
          { src: path.join(systemFiles, 'usr'), dst: '/usr', type: 'tree' },
        ],
        scripts: { postinstall: script('postinstall.sh'), postremove: script('postremove.sh') },
        workFolder,
        sourceDate,
      });
    } finally {
      renameSync(movedHelper, packedHelper);
    }
  };
  yield* makeFormats(job, base, packedFolder, {
    deb: systemPackage('deb'),
    rpm: systemPackage('rpm'),
    'tar.gz': (file) => makeTarball(packedFolder, file, sourceDate, level),
  });
}
