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

/** Links `to` to `from` atomically, without extra disk space; copies if the file system has no hard links. */
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
  // If both names already were the same file, the system leaves the temporary one behind.
  rmSync(temporary, { force: true });
}

/** Copies `from` to `to` atomically; `to` is unchanged if the copy is incomplete. */
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
  // Removes the leftover of a killed run. A link there would redirect the copy.
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
