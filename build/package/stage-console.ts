import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { BuildLabel } from './build-label.ts';
import { product } from './product.ts';
import { type Target, targetName } from './targets.ts';

/** Which programs of the build a package carries, by their folders in `out`. */
type Host = 'electron' | 'browser';
const programs: Readonly<Record<Host, readonly string[]>> = {
  electron: ['main', 'preload', 'renderer', 'service', 'content', 'data', 'verify'],
  browser: ['browser-host', 'renderer', 'service', 'content', 'data', 'verify'],
};

/** Parts of the build whose packages the notices of a host name. */
export const partsOf = (host: Host): readonly string[] => programs[host];
/** Packages that ship as files, from the root on. */
export const copiedPackages: readonly string[] = ['node_modules/keytar'];

/** The files of keytar that run on a target: its code, its licence and one native part of thirteen. */
const keytarFiles = (target: Target): readonly string[] => [
  'package.json',
  'LICENSE.md',
  'lib/keytar.js',
  `prebuilds/${targetName(target)}/keytar.node`,
];

/** Puts exactly what a host needs at run time into an empty folder: nothing of the sources, tests or tools. */
export function stageConsole(host: Host, target: Target, label: BuildLabel, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const copy = (from: string, to = from) => {
    const file = path.join(folder, to);
    mkdirSync(path.dirname(file), { recursive: true });
    cpSync(path.join(projectRoot, from), file, { recursive: true });
  };
  for (const program of programs[host]) copy(path.join('out', program));
  // The page of the modal lab: our own code, into which no package goes.
  copy('out/lab');
  // The service hands it out.
  copy('dist/sdk/ferry-sdk.js');
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

/** All users may read and only the owner may write, whatever the umask of the build was. */
export function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(file, 0o755);
    else if (entry.isFile()) chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  chmodSync(folder, 0o755);
}
