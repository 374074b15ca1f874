import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** An app folder with a copy of the build, so that a rebuild doesn't affect a running benchmark. */
export const snapshotFolder = path.join(projectRoot, '.cache', 'bench', 'console');

export async function takeBuildSnapshot(): Promise<void> {
  await ensureBuild();
  rmSync(snapshotFolder, { recursive: true, force: true });
  mkdirSync(snapshotFolder, { recursive: true });
  for (const name of ['out', path.join('dist', 'dashboard'), 'package.json']) {
    cpSync(path.join(projectRoot, name), path.join(snapshotFolder, name), { recursive: true });
  }
}

/** Path of a program in the snapshot. `parts` start at the project root. */
export function builtProgram(...parts: string[]): string {
  const file = path.join(snapshotFolder, 'out', ...parts);
  if (existsSync(file)) return file;
  throw new Error(`${path.join('out', ...parts)} is not built.`);
}
