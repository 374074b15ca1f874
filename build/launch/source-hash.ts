import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What the build is made of, from the root of the repository. */
const inputs = [
  'src-*/**/*',
  'build/{vite,sdk,lab}/**/*',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];
const isTest = (name: string): boolean => /\.(test|spec)\.tsx?$/.test(name);

/** A hash over names and contents of all that the build is made of; tests are no part of it. */
export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  const entries = globSync(inputs, { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    if (isTest(file)) continue;
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
