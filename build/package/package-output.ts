import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { projectRoot } from '#build/launch/base/project-root.ts';

export const packagesFolder = path.join(projectRoot, 'dist', 'packages');
const sumsName = 'SHA256SUMS';

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

/** Writes the hashes of all finished packages in the format of `sha256sum --check`. */
export async function writeSums(): Promise<void> {
  mkdirSync(packagesFolder, { recursive: true });
  const names = readdirSync(packagesFolder).filter((name) => name !== sumsName && !name.startsWith('.'));
  const lines: string[] = [];
  for (const name of names.toSorted()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(packagesFolder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(path.join(packagesFolder, sumsName), lines.join(''));
}
