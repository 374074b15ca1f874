import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolders } from './open-database.ts';

const root = mkdtempSync(join(tmpdir(), 'ferry-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('X3 missing folders are made, and one that is there stays', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolders(folder);
  makeFolders(folder);
  expect(existsSync(folder)).toBe(true);
});

test('[fault] (F27) X3 a file in the way is an error', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolders(join(root, 'file', 'folder'))).toThrow(/ENOTDIR/);
});

test.runIf(process.platform === 'linux')('[fault] (F27) X3 a file system that takes no folders answers at once', () => {
  expect(() => makeFolders('/proc/ferry/data')).toThrow(/ENOENT|EACCES/);
});
