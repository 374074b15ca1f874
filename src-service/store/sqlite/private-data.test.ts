import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, makeFolder, openDatabase } from './open-database.ts';

let parent: string;
let before: number;
beforeEach(() => {
  before = process.umask(0);
  parent = mkdtempSync(join(tmpdir(), 'ferry-private-'));
});
afterEach(() => {
  process.umask(before);
  rmSync(parent, { recursive: true, force: true });
});

/** File modes of a data folder and its files while the service runs. */
function modesOf(folder: string): Record<string, string> {
  makeFolder(folder);
  const unlock = lockDataFolder(folder);
  const database = openDatabase(folder);
  try {
    const places = ['.', ...readdirSync(folder)];
    return Object.fromEntries(places.map((place) => [place, (statSync(join(folder, place)).mode & 0o777).toString(8)]));
  } finally {
    unlock?.();
    database.close();
  }
}
const files = { 'ferry.db': '600', 'ferry.db-shm': '600', 'ferry.db-wal': '600', 'service.lock': '600' };

test.runIf(process.platform !== 'win32')(
  'only the owner can read the data, with any umask',
  { tags: ['@X1', '@T30'] },
  () => {
    expect(modesOf(join(parent, 'a', 'data'))).toMatchObject({ '.': '700', ...files });
  },
);

test.runIf(process.platform !== 'win32')(
  'existing data files become private, but an existing folder keeps its permissions',
  { tags: ['@X1', '@T30'] },
  () => {
    const folder = join(parent, 'data');
    mkdirSync(folder);
    modesOf(folder);
    for (const name of ['ferry.db', 'service.lock']) chmodSync(join(folder, name), 0o666);
    writeFileSync(join(folder, 'backup.sql'), '', { mode: 0o644 });
    expect(modesOf(folder)).toMatchObject({ '.': '777', 'backup.sql': '644', ...files });
  },
);
