import { chmodSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { BuildLabel } from './build-label.ts';
import { product } from './product.ts';
import { type Target, targetName } from './targets.ts';

/** The host whose programs a package contains. The values of `programs` are folders in `out`. */
type Host = 'electron' | 'browser';
const programs: Readonly<Record<Host, readonly string[]>> = {
  electron: ['main', 'preload', 'renderer', 'service', 'content', 'data', 'verify'],
  browser: ['browser-host', 'renderer', 'service', 'content', 'data', 'verify'],
};

/** Returns the build parts whose packages appear in a host's notices. */
export const partsOf = (host: Host): readonly string[] => programs[host];
/** Packages that ship as files, relative to the root. */
export const copiedPackages: readonly string[] = ['node_modules/keytar'];

/** Returns the keytar files for a target: its code, its license and one of its thirteen native modules. */
const keytarFiles = (target: Target): readonly string[] => [
  'package.json',
  'LICENSE.md',
  'lib/keytar.js',
  `prebuilds/${targetName(target)}/keytar.node`,
];

/** Copies only the files that a host needs at run time into an empty folder, without sources, tests and tools. */
export function stageConsole(host: Host, target: Target, label: BuildLabel, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const copy = (from: string) => cpSync(path.join(projectRoot, from), path.join(folder, from), { recursive: true });
  for (const program of programs[host]) copy(path.join('out', program));
  // The modal lab's page contains only this project's code, so it has no package notices.
  copy('out/lab');
  // The service serves the SDK and the documentation.
  copy('dist/sdk/ferry-sdk.js');
  copy('dist/docs');
  for (const file of keytarFiles(target)) copy(path.join('node_modules/keytar', file));
  const manifest = {
    name: product.id,
    productName: product.name,
    version: label.version,
    description: product.summary,
    author: product.vendor,
    license: 'UNLICENSED',
    private: true,
    main: 'out/main/main.cjs',
    desktopName: `${product.id}.desktop`,
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  setModes(folder);
}

/** Makes all files readable for all users and writable only for the owner, whatever the umask of the build. */
export function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(file, 0o755);
    else if (entry.isFile()) chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  chmodSync(folder, 0o755);
}
