import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a file at this path below a folder, and creates missing folders. */
export function writeInto(folder: string, name: string, content: string | Uint8Array): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
