import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMaker, run } from '../package-fault.ts';
import { copyIcon } from '../pack-electron.ts';
import { product } from '../product.ts';
import { setModes } from '../stage-console.ts';
import { setTimes } from '../source-date.ts';
import { desktopEntry } from './desktop-files.ts';

/** Packs a folder, under the name of the folder, as a tar.gz that is the same whenever and by whomever it is made. */
export function makeTarball(folder: string, file: string, sourceDate: number, level = 9): void {
  const tar = findMaker({ program: 'tar', makes: 'tar.gz archives', install: 'GNU tar' });
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${sourceDate}`, '--format=gnu'];
  run(tar, [...same, `--use-compress-program=gzip -${level}n`, '-cf', file, path.basename(folder)], {
    cwd: path.dirname(folder),
  });
}

/** Official runtime of AppImageKit, which mounts what follows it; its licence and origin are in its README. */
const appImageRuntime = path.join(import.meta.dirname, '../appimage/runtime-x86_64');

/** Makes one file that starts the console without an installation. */
export function makeAppImage(packed: string, file: string, workFolder: string, sourceDate: number, level = 9): void {
  const mksquashfs = findMaker({
    program: 'mksquashfs',
    makes: 'AppImages',
    install: 'squashfs-tools',
  });
  const folder = path.join(workFolder, 'AppDir');
  rmSync(folder, { recursive: true, force: true });
  cpSync(packed, folder, { recursive: true, verbatimSymlinks: true });
  cpSync(path.join(path.dirname(appImageRuntime), 'LICENSE'), path.join(folder, 'LICENSE.appimage-runtime.txt'));
  writeFileSync(path.join(folder, `${product.id}.desktop`), desktopEntry('AppRun'));
  copyIcon('ferry-256.png', path.join(folder, `${product.id}.png`));
  copyIcon('ferry-256.png', path.join(folder, '.DirIcon'));
  setModes(folder);
  symlinkSync(`${product.id}.sh`, path.join(folder, 'AppRun'));
  setTimes(folder, sourceDate);
  const image = path.join(workFolder, 'app.squashfs');
  rmSync(image, { force: true });
  const quiet = ['-quiet', '-no-progress', '-Xcompression-level', String(level)];
  const flags = ['-root-owned', '-noappend', '-comp', 'gzip', ...quiet, '-mkfs-time', String(sourceDate)];
  // It ends with an error where the time comes by the variable too.
  const { SOURCE_DATE_EPOCH: _time, ...env } = process.env;
  run(mksquashfs, [folder, image, ...flags], { env });
  const whole = path.join(workFolder, 'app.AppImage');
  writeFileSync(whole, Buffer.concat([readFileSync(appImageRuntime), readFileSync(image)]), { mode: 0o755 });
  renameSync(whole, file);
}
