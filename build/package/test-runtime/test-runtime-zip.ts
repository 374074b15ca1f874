import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/launch-fault.ts';
import { projectRoot } from '#build/launch/project-root.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { run } from '../package-fault.ts';
import { runtimeZipName } from '../release-runtime.ts';
import { setModes } from '../stage-console.ts';
import type { Target } from '../targets.ts';
import { layOutWindows } from './windows-runtime.ts';

const cacheFolder = path.join(projectRoot, '.cache', 'package', 'test-runtimes');

/** Files that belong to Electron itself; the published file has more, of another program. */
const ownFile =
  /^(electron|chrome-sandbox|chrome_crashpad_handler|locales|resources|LICENSE.*|.*\.(pak|dat|bin|so|so\.\d|dll|exe|json|html))$/;

/**
 * A zip of the Electron that stands in for the product's own in tests, in the shape of the published one and under its
 * name, so that the same packing takes it. Made once. Rejects with a `LaunchFault`.
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
    run('python3', ['-m', 'zipfile', '-c', path.join(folder, 'made.zip'), ...readdirSync(content)], { cwd: content });
    renameSync(path.join(folder, 'made.zip'), zip);
    return zip;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const publishedName = (name: string): string => (name === 'LICENSE.electron.txt' ? 'LICENSE' : name);
