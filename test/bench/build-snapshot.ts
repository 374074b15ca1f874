import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** An app folder with a copy of the build, so that a build in the middle of a run changes nothing. */
export const snapshotFolder = path.join(projectRoot, '.cache', 'bench', 'console');

/** Builds what is stale and copies it. */
export async function takeBuildSnapshot(): Promise<void> {
  await ensureBuild();
  rmSync(snapshotFolder, { recursive: true, force: true });
  mkdirSync(snapshotFolder, { recursive: true });
  for (const name of ['out', path.join('dist', 'dashboard'), 'package.json']) {
    cpSync(path.join(projectRoot, name), path.join(snapshotFolder, name), { recursive: true });
  }
}

/** A program of the snapshot, from the root of the project: benchmarks measure what ships. */
export function builtProgram(...parts: string[]): string {
  const file = path.join(snapshotFolder, 'out', ...parts);
  if (existsSync(file)) return file;
  throw new Error(`${path.join('out', ...parts)} is not built.`);
}
