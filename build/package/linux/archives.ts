import path from 'node:path';
import { findMaker, run } from '../package-fault.ts';

/** Packs a folder, under the name of the folder, as a tar.gz that is the same whenever and by whomever it is made. */
export function makeTarball(folder: string, file: string, sourceDate: number, level = 9): void {
  const tar = findMaker({ program: 'tar', makes: 'tar.gz archives', install: 'GNU tar' });
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${sourceDate}`, '--format=gnu'];
  run(tar, [...same, `--use-compress-program=gzip -${level}n`, '-cf', file, path.basename(folder)], {
    cwd: path.dirname(folder),
  });
}
