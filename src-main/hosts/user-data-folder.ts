import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the folder of everything the console keeps.
 * @returns null, or one sentence that says why it cannot be used
 */
export function prepareUserData(folder: string): string | null {
  try {
    makeFolders(path.join(folder, 'sandbox'));
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The user-data folder ${folder} cannot be written (${reason}). Choose another one with --user-data.`;
  }
}

/** Step by step: Node's recursive mode never returns where a folder refuses a new one with ENOENT, as /proc does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolders(above);
  mkdirSync(folder);
}
