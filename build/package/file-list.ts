import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The list of a packed folder's files, by which the starters for Linux see that one is missing or cut short. */
const fileListName = 'FILES.txt';

/** Writes the list: a size in bytes and a path per line, in the order of their bytes, as `LC_ALL=C sort` has it. */
export function writeFileList(folder: string): void {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== fileListName)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${statSync(file).size} ${path.relative(folder, file)}\n`);
  const inOrder = lines.map((line) => Buffer.from(line)).toSorted(Buffer.compare);
  writeFileSync(path.join(folder, fileListName), Buffer.concat(inOrder));
}
