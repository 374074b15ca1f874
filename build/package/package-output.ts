import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

export const packagesFolder = path.join(projectRoot, 'dist', 'packages');

export interface FinishedPackage {
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Creates a package under a temporary name and renames it when complete, so that an incomplete file never has the name
 * of a package.
 */
export async function finishPackage(
  name: string,
  make: (file: string) => void | Promise<void>,
): Promise<FinishedPackage> {
  mkdirSync(packagesFolder, { recursive: true });
  const partFile = path.join(packagesFolder, `.part-${name}`);
  const startedAt = performance.now();
  try {
    await make(partFile);
    const file = path.join(packagesFolder, name);
    renameSync(partFile, file);
    return { file, bytes: statSync(file).size, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    rmSync(partFile, { force: true });
  }
}
