import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';

/** Links `to` to `from` atomically, without extra disk space. Copies the file if the file system has no hard links. */
export function keepAs(from: string, to: string): void {
  const temporary = `${to}.tmp-keep`;
  rmSync(temporary, { force: true });
  try {
    linkSync(from, temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyWhole(from, temporary);
  }
  renameSync(temporary, to);
  // If both names are the same file, the system doesn't remove the temporary link.
  rmSync(temporary, { force: true });
}

/** Copies `from` to `to` atomically. If the copy is incomplete, `to` doesn't change. */
export function copyAs(from: string, to: string): void {
  const temporary = `${to}.tmp-copy`;
  try {
    copyWhole(from, temporary);
    renameSync(temporary, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Compares the bytes, because a nearly full disk may truncate a copy without an error. */
function copyWhole(from: string, to: string): void {
  // Removes the file of a killed run. A link with this name would redirect the copy.
  rmSync(to, { force: true });
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!readFileSync(from).equals(readFileSync(to))) {
    rmSync(to, { force: true });
    throw Object.assign(new Error('The file was only partly written.'), { code: 'ENOSPC' });
  }
}
