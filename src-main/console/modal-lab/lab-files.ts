import { readFileSync } from 'node:fs';
import path from 'node:path';

const types = {
  'lab-page.js': 'text/javascript; charset=utf-8',
  'ferry-sdk.js': 'text/javascript; charset=utf-8',
  'lab-page.css': 'text/css; charset=utf-8',
  'lab-page.html': 'text/html; charset=utf-8',
} as const;

export interface LabFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Reads the built files of the lab's page. Throws the system's error where one is missing. */
export const readLabFiles = (folder: string): ReadonlyMap<string, LabFile> =>
  new Map(Object.entries(types).map(([name, type]) => [name, { type, bytes: readFileSync(path.join(folder, name)) }]));
