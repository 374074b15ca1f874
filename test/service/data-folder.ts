import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder for the running test, deleted after it. */
export const dataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
};
