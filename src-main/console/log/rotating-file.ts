import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface RotatingFileOptions {
  readonly folder: string;
  /** Without its ending: `ferry` gives `ferry.log`, `ferry.1.log` ... */
  readonly name: string;
  /** A file that would grow beyond this many bytes is put aside first. */
  readonly bytes: number;
  /** How many are kept besides the current one. */
  readonly older: number;
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

/**
 * Appends lines to a file that is put aside when it is full. Written at once, so that the last line before a crash is
 * there. A disk that is full or a folder that is gone costs lines, never the console. Returns whether it was written.
 */
export function createRotatingFile({ folder, name, bytes, older }: RotatingFileOptions): (line: string) => boolean {
  const fileOf = (age: number) => path.join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  let size = -1;
  const putAside = () => {
    rmSync(fileOf(older), { force: true });
    for (let age = older - 1; age >= 0; age -= 1) {
      if (sizeOf(fileOf(age)) > 0) renameSync(fileOf(age), fileOf(age + 1));
    }
    size = 0;
  };
  return (line) => {
    const text = `${line}\n`;
    const length = Buffer.byteLength(text);
    try {
      if (size < 0) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        size = sizeOf(fileOf(0));
      }
      if (size > 0 && size + length > bytes) putAside();
      appendFileSync(fileOf(0), text, { mode: 0o600 });
      size += length;
      return true;
    } catch {
      size = -1;
      return false;
    }
  };
}
