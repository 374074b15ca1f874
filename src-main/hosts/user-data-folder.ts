import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { claimFolder } from './folder-claim.ts';

/** What a start writes at least: Chromium's own files, the lock, the log. */
const minSpace = 256 * 1024;

/**
 * Makes the folder of everything the console keeps, for nobody else to read. What an earlier version or a wide umask has
 * left open there is closed, before anything is written.
 * @param isUsual the folder is the usual one of this system; one that a person has named keeps its own rights
 * @returns null, or one sentence that says why it cannot be used
 */
export function prepareUserData(folder: string, { isUsual }: { readonly isUsual: boolean }): string | null {
  try {
    makeFolders(folder);
    const other = claimFolder(folder);
    if (other !== null) {
      return `The user-data folder ${folder} contains other files, such as ${other}. Choose an empty or new folder with --user-data.`;
    }
    const inTheWay = findInTheWay(folder);
    if (inTheWay !== null) {
      return `In the user-data folder ${folder}, ${inTheWay}. Ferry Console stores its own there. Remove it, or choose another folder with --user-data.`;
    }
    makeFolders(path.join(folder, 'sandbox'));
    closeToOthers(folder, isUsual);
    tryRoom(path.join(folder, '.room'));
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      return `The disk of the user-data folder ${folder} is full. Free some space, or choose another folder with --user-data.`;
    }
    const reason = error instanceof Error ? error.message : String(error);
    return `The user-data folder ${folder} isn't writable (${reason}). Choose another folder with --user-data.`;
  }
}

/**
 * Writes a file and removes it: on a full disk folders can be made still, and Chromium would end without a word. What
 * stands there is removed first, for a link would lead to somebody else's file.
 */
function tryRoom(file: string): void {
  rmSync(file, { force: true });
  try {
    writeFileSync(file, Buffer.alloc(minSpace), { mode: 0o600, flag: 'wx' });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Step by step: Node's recursive mode never returns where a folder refuses a new one with ENOENT, as /proc does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolders(above);
  mkdirSync(folder, { mode: 0o700 });
}

const ownFiles: Readonly<Record<string, RegExp>> = {
  '.': /^(?:settings(?:\.(?:backup|damaged-.+|version-.+))?\.json|window-state\.json|ferry-console\.lock|timeline\.db(?:\.damaged(?:-\d+)?)?(?:-wal|-shm)?)$/,
  logs: /^ferry(?:\.\d+)?\.log$/,
  sandbox: /^(?:ferry\.db|service\.lock)(?:-wal|-shm|-journal)?$/,
};

/**
 * What has the name of one of the console's own files or folders and is none: a pipe would hold up whoever opens it, and
 * a link in the place of a folder leads all that is written there elsewhere.
 * @returns a part of a sentence, or null
 */
function findInTheWay(folder: string): string | null {
  for (const [name, own] of Object.entries(ownFiles)) {
    const place = path.join(realpathSync(folder), name);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found) continue;
    if (!found.isDirectory()) return `${name} isn't a folder`;
    const other = readdirSync(place).find((file) => own.test(file) && !isFileOrFolder(path.join(place, file)));
    if (other !== undefined) return `${path.posix.join(name, other)} isn't a regular file`;
  }
  return null;
}

/** Of a link, what it leads to: a person may keep the settings elsewhere. A folder holds nobody up who opens it. */
function isFileOrFolder(place: string): boolean {
  const found = statSync(place, { throwIfNoEntry: false });
  return !found || found.isFile() || found.isDirectory();
}

function closeToOthers(folder: string, isUsual: boolean): void {
  if (isUsual) takeRights(folder, 0o700);
  for (const [name, own] of Object.entries(ownFiles)) {
    const place = path.join(realpathSync(folder), name);
    if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    const files = readdirSync(place);
    for (const file of files) if (own.test(file)) takeRights(path.join(place, file), 0o600);
    if (name !== '.' && files.every((file) => own.test(file))) takeRights(place, 0o700);
  }
}

/** Takes the rights of others from a file or folder of this user; a link is left alone, for it leads elsewhere. */
function takeRights(place: string, mode: number): void {
  const found = lstatSync(place, { throwIfNoEntry: false });
  const isOwn = found && !found.isSymbolicLink() && (process.getuid?.() ?? found.uid) === found.uid;
  if (!isOwn || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(place, mode);
  } catch {
    // A disk that knows no rights, as a stick, is used all the same.
  }
}
