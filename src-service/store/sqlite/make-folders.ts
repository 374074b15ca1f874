import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, readable by the owner only. Throws the system's error. Node's own
 * recursive mode is of no use here: it never returns where a folder that is there refuses a new one with ENOENT, as
 * /proc does.
 */
export const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolders(above);
  mkdirSync(folder, { mode: 0o700 });
};
