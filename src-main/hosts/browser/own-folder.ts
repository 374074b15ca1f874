import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const listName = '.made-by-ferry-console';
const heading = 'Ferry Console created this folder. It deletes only the files listed below.';
const listedName = /^[0-9a-f]{16}-[^/\\]+$/;

/**
 * Creates a folder for this process, readable by this user only, with a list of the files it created. Other files in the
 * folder belong to the user. Neither these files nor a folder with such files are ever removed.
 */
export function makeOwnFolder(parent: string, prefix: string) {
  const folder = mkdtempSync(path.join(parent, prefix));
  const list = path.join(folder, listName);
  writeFileSync(list, `${heading}\n`, { flag: 'wx', mode: 0o600 });
  return {
    /** Returns a path with an unguessable name, recorded before the file exists. */
    place: (fileName: string) => {
      const name = `${randomBytes(8).toString('hex')}-${fileName}`;
      appendFileSync(list, `${name}\n`);
      return path.join(folder, name);
    },
    close: () => deleteListedFiles(folder),
  };
}

export type OwnFolder = ReturnType<typeof makeOwnFolder>;

/** `olderThanMs`: skips folders whose list changed more recently, because another console may be using them. */
export function removeLeftFolders(parent: string, prefix: string, olderThanMs = 0): void {
  for (const name of namesIn(parent)) {
    if (!name.startsWith(prefix) || !/^\w{6}$/.test(name.slice(prefix.length))) continue;
    const changedAt = lstatSync(path.join(parent, name, listName), { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && Date.now() - Math.floor(changedAt) >= olderThanMs)
      deleteListedFiles(path.join(parent, name));
  }
}

function deleteListedFiles(folder: string): void {
  const list = path.join(folder, listName);
  const names = readList(folder, list);
  if (names === null) return;
  for (const name of namesIn(folder)) {
    // An interrupted write leaves `.<name>.<random number>.part`.
    const finalName = /^\.(.+)\.[0-9a-f]+\.part$/.exec(name)?.[1] ?? name;
    if (names.has(finalName)) removeFile(path.join(folder, name));
  }
  removeFile(list);
  try {
    rmdirSync(folder);
  } catch {
    // The folder stays, because the user put a file into it.
  }
}

/** Returns the names on a folder's list. Null if no console created the folder. */
function readList(folder: string, list: string): ReadonlySet<string> | null {
  try {
    if (!lstatSync(folder).isDirectory() || !lstatSync(list).isFile()) return null;
    const [first, ...names] = readFileSync(list, 'utf8').split('\n');
    return first === heading ? new Set(names.filter((name) => listedName.test(name))) : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file can't be removed now. The next start tries again.
  }
}
