import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Returns the path of a program on the PATH, or null. */
export function onPath(program: string): string | null {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of extensions) {
      const file = path.join(folder, program + ending);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The program isn't in this folder.
      }
    }
  }
  return null;
}
