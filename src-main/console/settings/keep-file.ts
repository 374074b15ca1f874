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

/**
 * Makes `to` a second name of `from`, in one step, without needing disk space; a copy where the file system knows no
 * second names.
 */
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
  // Where both names were the same file already, the system leaves the temporary one behind.
  rmSync(temporary, { force: true });
}

/** Puts a copy of `from` at `to`, in one step; `to` stays as it was where the copy is not complete. */
export function copyAs(from: string, to: string): void {
  const temporary = `${to}.tmp-copy`;
  try {
    copyWhole(from, temporary);
    renameSync(temporary, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A nearly full disk may cut a copy short without an error: the bytes are compared. */
function copyWhole(from: string, to: string): void {
  // What is left there of a run that was killed goes; a link would lead the copy into another file.
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
