import { rmSync } from 'node:fs';

export function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file can't be removed now. The next start tries again.
  }
}
