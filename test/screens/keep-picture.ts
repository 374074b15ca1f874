import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** Writes a picture below the project's root and returns its path from there. */
export async function keepPicture(folder: string, name: string, png: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.join(projectRoot, folder), { recursive: true });
  await writeFile(path.join(projectRoot, file), png);
  return file;
}
