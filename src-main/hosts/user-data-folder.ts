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

/** Minimum free bytes to start, for Chromium's files, the lock and the log. */
const minFreeBytes = 256 * 1024;

/**
 * Before writing, removes rights of other users that an earlier version or a wide umask left. A folder chosen
 * by the user keeps its rights. Returns a message if the folder can't be used.
 */
export function prepareUserData(
  folder: string,
  { isDefaultFolder }: { readonly isDefaultFolder: boolean },
): string | null {
  try {
    makeFolders(folder);
    const other = claimFolder(folder);
    if (other !== null) {
      return `The user-data folder ${folder} contains other files, such as ${other}. Choose an empty or new folder with --user-data.`;
    }
    const blockingFile = findBlockingFile(folder);
    if (blockingFile !== null) {
      return `In the user-data folder ${folder}, ${blockingFile}. Ferry Console needs this name. Rename or remove the entry, or choose another folder with --user-data.`;
    }
    makeFolders(path.join(folder, 'sandbox'));
    restrictToOwner(folder, isDefaultFolder);
    checkFreeSpace(path.join(folder, '.room'));
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
 * Writes and removes a test file: on a full disk, folders can still be created, but Chromium exits silently. Removes an
 * existing entry first, because a link leads to another file.
 */
function checkFreeSpace(file: string): void {
  rmSync(file, { force: true });
  try {
    writeFileSync(file, Buffer.alloc(minFreeBytes), { mode: 0o600, flag: 'wx' });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Creates folders one by one. Node's recursive mode never returns if mkdir fails with ENOENT, as in /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parentFolder = path.dirname(folder);
  if (parentFolder !== folder) makeFolders(parentFolder);
  mkdirSync(folder, { mode: 0o700 });
}

const ownFiles: Readonly<Record<string, RegExp>> = {
  '.': /^(?:settings(?:\.(?:backup|damaged-.+|version-.+))?\.json|window-state\.json|ferry-console\.lock|timeline\.db(?:\.damaged(?:-\d+)?)?(?:-wal|-shm)?)$/,
  logs: /^(?:ferry(?:\.\d+)?\.log|crash-\d+-\w+\.txt)$/,
  sandbox: /^(?:ferry\.db|service\.lock)(?:-wal|-shm|-journal)?$/,
};

/**
 * Finds entries with a reserved name but the wrong type: a pipe blocks readers, and a link instead of a folder
 * redirects all writes. Returns part of a sentence, or null.
 */
function findBlockingFile(folder: string): string | null {
  for (const [name, own] of Object.entries(ownFiles)) {
    const place = path.join(realpathSync(folder), name);
    const folderStats = lstatSync(place, { throwIfNoEntry: false });
    if (!folderStats) continue;
    if (!folderStats.isDirectory()) return `${name} isn't a folder`;
    const other = readdirSync(place).find((file) => own.test(file) && !isFileOrFolder(path.join(place, file)));
    if (other !== undefined) return `${path.posix.join(name, other)} isn't a regular file`;
  }
  return null;
}

/** Follows links, because users may keep the settings elsewhere. */
function isFileOrFolder(place: string): boolean {
  const stats = statSync(place, { throwIfNoEntry: false });
  return !stats || stats.isFile() || stats.isDirectory();
}

function restrictToOwner(folder: string, isDefaultFolder: boolean): void {
  if (isDefaultFolder) takeRights(folder, 0o700);
  for (const [name, own] of Object.entries(ownFiles)) {
    const place = path.join(realpathSync(folder), name);
    if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    const files = readdirSync(place);
    for (const file of files) if (own.test(file)) takeRights(path.join(place, file), 0o600);
    if (name !== '.' && files.every((file) => own.test(file))) takeRights(place, 0o700);
  }
}

/** Removes other users' rights to a file or folder. Skips links, because they may lead outside the folder. */
function takeRights(place: string, mode: number): void {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  const isOwn = stats && !stats.isSymbolicLink() && (process.getuid?.() ?? stats.uid) === stats.uid;
  if (!isOwn || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(place, mode);
  } catch {
    // The file system has no permissions, as on some USB drives. The console uses it anyway.
  }
}
