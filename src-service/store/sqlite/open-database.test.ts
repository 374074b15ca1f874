import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolders } from './open-database.ts';

const root = mkdtempSync(join(tmpdir(), 'ferry-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('missing data folders are created, and existing folders stay', { tags: '@X3' }, () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolders(folder);
  makeFolders(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a file in place of the data folder is an error', { tags: ['@X3', '@F27'] }, () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolders(join(root, 'file', 'folder'))).toThrow(/ENOTDIR/);
});

test.runIf(process.platform === 'linux')(
  "a data folder that can't be created fails immediately",
  { tags: ['@X3', '@F27'] },
  () => {
    expect(() => makeFolders('/proc/ferry/data')).toThrow(/ENOENT|EACCES/);
  },
);
