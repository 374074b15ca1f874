import path from 'node:path';

/** Absolute path of the folder with package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '..', '..', '..');
